//! As much of the protobuf wire format as such a file uses: fields with a number and a varint, four or eight bytes, or a run of bytes.

use super::Lc0Error;

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message, in the order of the file.
#[derive(Debug, Clone)]
pub(super) struct Message<'a> {
    fields: Vec<(u32, Value<'a>)>,
}

fn cut() -> Lc0Error {
    Lc0Error::Damaged("it ends in the middle of a field".to_owned())
}

fn varint(bytes: &mut &[u8]) -> Result<u64, Lc0Error> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or_else(cut)?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(number);
        }
    }
    Err(Lc0Error::Damaged("a number of more than 64 bits".to_owned()))
}

fn take<'a>(bytes: &mut &'a [u8], length: u64) -> Result<&'a [u8], Lc0Error> {
    let length = usize::try_from(length).ok().filter(|&length| length <= bytes.len()).ok_or_else(cut)?;
    let (head, rest) = bytes.split_at(length);
    *bytes = rest;
    Ok(head)
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl<'a> Message<'a> {
    pub(super) fn read(mut bytes: &'a [u8]) -> Result<Message<'a>, Lc0Error> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let key = varint(&mut bytes)?;
            let value = match key & 7 {
                0 => Value::Number(varint(&mut bytes)?),
                1 => Value::Number(little(take(&mut bytes, 8)?)),
                2 => {
                    let length = varint(&mut bytes)?;
                    Value::Bytes(take(&mut bytes, length)?)
                }
                5 => Value::Number(little(take(&mut bytes, 4)?)),
                kind => return Err(Lc0Error::Damaged(format!("a field of the unknown kind {kind}"))),
            };
            let number = u32::try_from(key >> 3)
                .map_err(|_| Lc0Error::Damaged(format!("a field of number {}", key >> 3)))?;
            fields.push((number, value));
        }
        Ok(Message { fields })
    }

    /// The number in a field; the last one counts.
    pub(super) fn number(&self, field: u32) -> Option<u64> {
        self.fields.iter().rev().find_map(|&(number, value)| match value {
            Value::Number(found) if number == field => Some(found),
            _ => None,
        })
    }

    /// The bytes of a field; the last ones count.
    pub(super) fn bytes(&self, field: u32) -> Option<&'a [u8]> {
        self.all(field).last()
    }

    /// The bytes of a field that may be repeated.
    pub(super) fn all(&self, field: u32) -> impl Iterator<Item = &'a [u8]> + '_ {
        self.fields.iter().filter_map(move |&(number, value)| match value {
            Value::Bytes(found) if number == field => Some(found),
            _ => None,
        })
    }

    /// The message in a field.
    pub(super) fn message(&self, field: u32) -> Result<Option<Message<'a>>, Lc0Error> {
        self.bytes(field).map(Message::read).transpose()
    }
}
