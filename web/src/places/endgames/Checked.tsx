// What a check of a theory found: every rule with its errors, counter-examples and a suggestion.

import type { CheckResult, RuleRecord } from '../../lib/types';
import { t } from '../../lib/words';
import { percent, thousands } from '../../ui/parts';

type ReportData = NonNullable<CheckResult['report']>;

export function Checked({ report, show, amend }: { report: ReportData; show: (fen: string) => void; amend: (rule: string, unless: string) => void }) {
  const all = report.positions.white + report.positions.black;
  const decided = report.decided.white + report.decided.black;
  const wrong = report.wrong.white + report.wrong.black;
  return (
    <>
      <p class={`verdict ${report.sound ? 'win' : 'loss'}`}>
        {report.sound ? t('Sound') : t('Unsound')}: {thousands(decided)} {t('of')} {thousands(all)} {t('positions decided without search (')}{percent(decided, all)}), {thousands(wrong)} {t('wrong.')}
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Rule')}</th>
              <th scope="col">{t('Says')}</th>
              <th scope="col" class="num">
                {t('Applies')}
              </th>
              <th scope="col" class="num">
                {t('Errors')}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.rules.map((r, i) => (
              <Rule key={i} rule={r} show={show} amend={amend} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Rule({ rule, show, amend }: { rule: RuleRecord; show: (fen: string) => void; amend: (rule: string, unless: string) => void }) {
  return (
    <>
      <tr class={rule.errors > 0 ? 'wrong' : ''}>
        <td>{rule.name}</td>
        <td>
          <code>{rule.says}</code>
        </td>
        <td class="num">{thousands(rule.applies.strong + rule.applies.weak)}</td>
        <td class="num">{rule.errors > 0 ? thousands(rule.errors) : '·'}</td>
      </tr>
      {rule.errors > 0 && (
        <tr>
          <td colSpan={4}>
            {(rule.causes.length > 0 ? rule.causes : [{ clause: '', wrong: rule.errors, fens: rule.counter_examples }]).map((cause, i) => (
              <p key={i} class="cause">
                {cause.clause ? (
                  <>
                    {thousands(cause.wrong)} {t('of them have in common:')} <code>{cause.clause}</code>
                  </>
                ) : (
                  t('Counter-examples:')
                )}{' '}
                {cause.fens.map((fen, n) => (
                  <button key={fen} class="small" onClick={() => show(fen)} aria-label={`Show counter-example ${n + 1} of ${rule.name}`}>
                    {n + 1}
                  </button>
                ))}
              </p>
            ))}
            {rule.suggested_unless && (
              <p>
                {t('Suggestion:')} <code>unless {rule.suggested_unless}</code>{' '}
                <button class="primary" onClick={() => amend(rule.name, rule.suggested_unless ?? '')}>
                  {t('Accept')}
                </button>
              </p>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
