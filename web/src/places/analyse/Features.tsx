// What speaks for whom, now and where best play leads.

import { useEffect, useState } from 'preact/hooks';
import { aborted, ask, say } from '../../lib/api';
import { changes, themes } from '../../lib/features';
import { score } from '../../lib/tree';
import type { Features as Data } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { useLines } from './Lines';
import { prove } from './store';
import { t } from '../../lib/words';

export function Features({ fen }: { fen: string }) {
  const [before, setBefore] = useState<Data | null>(null);
  const [after, setAfter] = useState<Data | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { lines, problem: unseen } = useLines(fen);
  const best = lines?.lines[0];
  useEffect(() => {
    const stop = new AbortController();
    setProblem(null);
    ask<Data>(`/api/evaluate?fen=${encodeURIComponent(fen)}`, { signal: stop.signal })
      .then(setBefore)
      .catch((error) => aborted(error) || setProblem(say(error)));
    return () => stop.abort();
  }, [fen]);
  useEffect(() => {
    setAfter(null);
    if (!best) return;
    const stop = new AbortController();
    ask<Data>(`/api/evaluate?fen=${encodeURIComponent(best.last_fen)}`, { signal: stop.signal })
      .then(setAfter)
      .catch(() => undefined);
    return () => stop.abort();
  }, [best?.last_fen]);
  if (problem) return <Problem text={problem} />;
  if (!before) return <Busy what={t('Counting features')} />;
  const rows = themes(before, after);
  const ahead = best ?? unseen;
  const most = Math.max(50, ...rows.flatMap((r) => [Math.abs(r.before), Math.abs(r.after ?? 0)]));
  return (
    <Panel title={t('What speaks for whom: {now}', { now: `${score(before.total)}${after ? ` → ${score(after.total)}` : ''}` })}>
      <p class="hint">
        {t('Bars to the right speak for White, to the left for Black. The upper bar is now')}
        {best ? (
          <>
            {t(', the lower one')}{' '}
            <button class="link" onClick={() => prove(fen, t('where best play leads'), { line: best.moves, ply: best.moves.length, squares: [] })}>
              {t('where best play leads')}
            </button>
          </>
        ) : null}
        .
      </p>
      <Problem text={unseen} />
      {!ahead && <Busy what={t('Looking ahead')} />}
      <table class="featurebars">
        <caption class="sr-only">{t('Features by theme, in pawns for White')}</caption>
        <thead class="sr-only">
          <tr>
            <th scope="col">{t('Theme')}</th>
            <th scope="col">{t('Bars')}</th>
            <th scope="col">{t('Now, then')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.name}>
              <th scope="row">{r.name}</th>
              <td>
                <svg viewBox="-100 0 200 16" preserveAspectRatio="none" aria-hidden="true">
                  <line x1="0" x2="0" y1="0" y2="16" class="middle" />
                  <rect class={r.before >= 0 ? 'forwhite' : 'forblack'} x={Math.min(0, (100 * r.before) / most)} width={(100 * Math.abs(r.before)) / most} y="2" height="5" />
                  {r.after !== null && (
                    <rect class={`later ${r.after >= 0 ? 'forwhite' : 'forblack'}`} x={Math.min(0, (100 * r.after) / most)} width={(100 * Math.abs(r.after)) / most} y="9" height="5" />
                  )}
                </svg>
              </td>
              <td class="num">
                {score(r.before)}
                {r.after !== null && r.after !== r.before && <small> → {score(r.after)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {after && (
        <>
          <h3>{t('What changes most on the way')}</h3>
          <ul class="plain changes">
            {changes(before, after, 8).map((c) => (
              <li key={c.id}>
                <span class={`chip ${c.after > c.before ? 'white' : 'black'}`}>{c.after > c.before ? t('White') : t('Black')}</span> {c.gloss} <small>{`${score(c.before)} → ${score(c.after)}`}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
