// Positions kept for later.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../../lib/api';
import type { KeptPosition } from '../../lib/types';
import { MiniBoard } from '../../ui/MiniBoard';
import { Panel, Problem } from '../../ui/parts';
import { t } from '../../lib/words';

export function Kept({ fen, open }: { fen: string; open: (fen: string) => void }) {
  const [kept, setKept] = useState<KeptPosition[]>([]);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const look = useCallback(() => {
    ask<KeptPosition[]>('/api/positions').then(setKept).catch((error) => setProblem(say(error)));
  }, []);
  useEffect(look, [comeback.value]);
  const change = async (work: Promise<unknown>) => {
    setProblem(null);
    try {
      await work;
      setNote('');
      look();
    } catch (error) {
      setProblem(say(error));
    }
  };
  return (
    <Panel title={t('Kept positions ({n})', { n: kept.length })}>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void change(ask('/api/positions', { method: 'POST', body: { fen, note } }));
        }}
      >
        <label class="grow">
          <span class="sr-only">{t('What to remember about this position')}</span>
          <input value={note} maxLength={200} placeholder={t('What to remember')} onInput={(e) => setNote(e.currentTarget.value)} />
        </label>
        <button type="submit">{t('Keep this position')}</button>
      </form>
      <Problem text={problem} />
      <ul class="boards">
        {kept.map((p) => (
          <li key={p.id}>
            <button class="joblink" onClick={() => open(p.fen)}>
              <MiniBoard fen={p.fen} label={p.note || t('Kept position')} />
              <span>{p.note || t('no note')}</span>
            </button>
            <button class="small" onClick={() => change(ask(`/api/positions/${p.id}`, { method: 'DELETE' }))} aria-label={t('Forget {what}', { what: p.note || t('this position') })}>
              ✕
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
