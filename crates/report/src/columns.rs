//! Rows as Apache Parquet: columns by name, written group by group, for DuckDB, Polars and pandas. The same rows give the same bytes.

use std::{io::Write, sync::Arc};

use parquet::{
    basic::{Compression, ZstdLevel},
    data_type::{BoolType, ByteArray, ByteArrayType, FloatType, Int32Type},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};

/// The values of one column, a row each.
pub(crate) enum Column {
    /// A text in every row.
    Text(Vec<ByteArray>),
    /// A text in some.
    MaybeText(Vec<Option<ByteArray>>),
    /// A whole number in every row.
    Whole(Vec<i32>),
    /// A whole number in some.
    MaybeWhole(Vec<Option<i32>>),
    /// A number in some.
    MaybeReal(Vec<Option<f32>>),
    /// Yes or no.
    Yes(Vec<bool>),
    /// A list of texts, which may be empty.
    Texts(Vec<Vec<ByteArray>>),
}

/// Bytes of a text.
pub(crate) fn bytes(text: impl AsRef<str>) -> ByteArray {
    ByteArray::from(text.as_ref())
}

impl Column {
    /// A column of texts.
    pub(crate) fn text<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Column {
        Column::Text(texts.into_iter().map(bytes).collect())
    }

    /// A column of texts that may be missing.
    pub(crate) fn maybe<T: AsRef<str>>(texts: impl IntoIterator<Item = Option<T>>) -> Column {
        Column::MaybeText(texts.into_iter().map(|text| text.map(bytes)).collect())
    }

    /// A column of lists.
    pub(crate) fn lists<'t>(lists: impl IntoIterator<Item = &'t Vec<String>>) -> Column {
        Column::Texts(lists.into_iter().map(|list| list.iter().map(bytes).collect()).collect())
    }

    fn len(&self) -> usize {
        match self {
            Column::Text(rows) => rows.len(),
            Column::MaybeText(rows) => rows.len(),
            Column::Whole(rows) => rows.len(),
            Column::MaybeWhole(rows) => rows.len(),
            Column::MaybeReal(rows) => rows.len(),
            Column::Yes(rows) => rows.len(),
            Column::Texts(rows) => rows.len(),
        }
    }

    /// As a field of a schema.
    fn field(&self, name: &str) -> String {
        match self {
            Column::Text(_) => format!("required binary {name} (UTF8);"),
            Column::MaybeText(_) => format!("optional binary {name} (UTF8);"),
            Column::Whole(_) => format!("required int32 {name};"),
            Column::MaybeWhole(_) => format!("optional int32 {name};"),
            Column::MaybeReal(_) => format!("optional float {name};"),
            Column::Yes(_) => format!("required boolean {name};"),
            Column::Texts(_) => {
                format!(
                    "required group {name} (LIST) {{ repeated group list {{ required binary element (UTF8); }} }}"
                )
            }
        }
    }
}

/// What is there, and for each row whether it is.
fn defined<T: Clone>(rows: &[Option<T>]) -> (Vec<T>, Vec<i16>) {
    (rows.iter().flatten().cloned().collect(), rows.iter().map(|row| i16::from(row.is_some())).collect())
}

/// A table on its way into a file.
pub(crate) struct Parquet<W: Write + Send> {
    file: SerializedFileWriter<W>,
}

/// Columns with their names, in order.
pub(crate) type Columns<'n> = Vec<(&'n str, Column)>;

impl<W: Write + Send> Parquet<W> {
    /// A table with the columns of these rows, which are not yet written.
    pub(crate) fn new(out: W, columns: &Columns<'_>) -> anyhow::Result<Parquet<W>> {
        let fields: Vec<String> = columns.iter().map(|(name, column)| column.field(name)).collect();
        let schema = format!("message philidor {{ {} }}", fields.join(" "));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_created_by("philidor".into())
            .build();
        let schema = Arc::new(parse_message_type(&schema)?);
        Ok(Parquet { file: SerializedFileWriter::new(out, schema, Arc::new(properties))? })
    }

    /// Writes rows as a group.
    pub(crate) fn write(&mut self, columns: &Columns<'_>) -> anyhow::Result<()> {
        if columns.first().is_none_or(|(_, column)| column.len() == 0) {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for (_, column) in columns {
            let Some(mut writer) = group.next_column()? else { break };
            match column {
                Column::Text(rows) => writer.typed::<ByteArrayType>().write_batch(rows, None, None)?,
                Column::Whole(rows) => writer.typed::<Int32Type>().write_batch(rows, None, None)?,
                Column::Yes(rows) => writer.typed::<BoolType>().write_batch(rows, None, None)?,
                Column::MaybeText(rows) => {
                    let (values, there) = defined(rows);
                    writer.typed::<ByteArrayType>().write_batch(&values, Some(&there), None)?
                }
                Column::MaybeWhole(rows) => {
                    let (values, there) = defined(rows);
                    writer.typed::<Int32Type>().write_batch(&values, Some(&there), None)?
                }
                Column::MaybeReal(rows) => {
                    let (values, there) = defined(rows);
                    writer.typed::<FloatType>().write_batch(&values, Some(&there), None)?
                }
                Column::Texts(rows) => {
                    // An empty list is a place without a value; the further ones of a list repeat its row.
                    let (mut values, mut there, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
                    for row in rows {
                        for (at, value) in row.iter().enumerate() {
                            values.push(value.clone());
                            there.push(1);
                            repeats.push(i16::from(at > 0));
                        }
                        if row.is_empty() {
                            there.push(0);
                            repeats.push(0);
                        }
                    }
                    writer.typed::<ByteArrayType>().write_batch(&values, Some(&there), Some(&repeats))?
                }
            };
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// The end of the file.
    pub(crate) fn close(self) -> anyhow::Result<()> {
        self.file.close()?;
        Ok(())
    }
}
