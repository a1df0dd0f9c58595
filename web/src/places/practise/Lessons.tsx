// The endgame course to browse: every lesson with its idea, a diagram and how far the reader is; any can be chosen.

import { useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../../lib/api';
import { turn } from '../../lib/chess';
import { nextLesson, progressOf, stateOf, textOf } from '../../lib/lessons';
import type { LessonEntry } from '../../lib/served';
import { t } from '../../lib/words';
import { MiniBoard } from '../../ui/MiniBoard';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';

export function Lessons({ start }: { start: (lesson: string) => void }) {
  const [lessons, setLessons] = useState<LessonEntry[]>([]);
  const [adding, setAdding] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    ask<LessonEntry[]>('/api/practise/lessons').then(setLessons).catch((error) => setProblem(say(error)));
  }, [comeback.value]);
  /** A lesson brings its positions when it is chosen; their ending is solved once. */
  const choose = async (id: string) => {
    setProblem(null);
    setAdding(id);
    try {
      await ask(`/api/practise/lessons/${id}`, { method: 'POST' });
      start(id);
    } catch (error) {
      setProblem(say(error));
    } finally {
      setAdding(null);
    }
  };
  const next = nextLesson(lessons);
  return (
    <Panel title={t('The endgame course')}>
      <p>{t('From the first mates to rook endings, each with one idea. Begin where you like.')}</p>
      <Problem text={problem} />
      <ol class="plain lessons">
        {lessons.map((lesson, i) => (
          <Entry key={lesson.id} lesson={lesson} number={i + 1} next={lesson.id === next} busy={adding === lesson.id} choose={() => choose(lesson.id)} />
        ))}
      </ol>
    </Panel>
  );
}

interface EntryProps {
  lesson: LessonEntry;
  number: number;
  next: boolean;
  busy: boolean;
  choose: () => void;
}

function Entry({ lesson, number, next, busy, choose }: EntryProps) {
  const { title, idea } = textOf(lesson, manner.value.language);
  const start = stateOf(lesson) === 'new' ? t('Begin') : t('Practise');
  return (
    <li class={`lesson ${stateOf(lesson)}`} aria-current={next ? 'step' : undefined}>
      {lesson.fen && <MiniBoard fen={lesson.fen} label={title} below={turn(lesson.fen)} />}
      <div>
        <h3>
          <span class="number">{number}</span> {title}
        </h3>
        <p>{idea}</p>
        <p class="row">
          {busy ? (
            <Busy what={t('Solving the endgames they need, once')} />
          ) : (
            <button class={next ? 'primary small' : 'small'} onClick={choose} aria-label={`${start}: ${title}`}>
              {start}
            </button>
          )}
          <progress max={Math.max(1, lesson.positions)} value={lesson.solved} aria-label={t('Progress of {title}', { title })} />
          <small class="hint">{progressOf(lesson)}</small>
        </p>
      </div>
    </li>
  );
}
