// Small parts that every place uses.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { play } from '../lib/chess';
import { t } from '../lib/words';

export function Panel({ title, children, actions }: { title: string; children: ComponentChildren; actions?: ComponentChildren }) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

export interface Tab {
  id: string;
  name: string;
}

/** Tabs with arrow keys, as the ARIA practices have it. */
export function Tabs({ tabs, chosen, choose, label }: { tabs: Tab[]; chosen: string; choose: (id: string) => void; label: string }) {
  const list = useRef<HTMLDivElement>(null);
  const key = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const place = (tabs.findIndex((tab) => tab.id === chosen) + step + tabs.length) % tabs.length;
    const next = tabs[place];
    if (!next) return;
    choose(next.id);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[place]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={key}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          role="tab"
          id={`tab-${tab.id}`}
          aria-selected={tab.id === chosen}
          aria-controls={`panel-${tab.id}`}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => choose(tab.id)}
        >
          {t(tab.name)}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} tabIndex={0} class="tabpanel">
      {children}
    </div>
  );
}

export function Problem({ text }: { text: string | null }) {
  return text ? (
    <p class="problem" role="alert">
      {text}
    </p>
  ) : null;
}

export function Busy({ what }: { what: string }) {
  return (
    <p class="busy" role="status">
      <span class="spinner" aria-hidden="true" /> {what}
    </p>
  );
}

/** A move typed instead of dragged. */
export function MoveInput({ fen, onMove }: { fen: string; onMove: (uci: string) => void }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const id = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    const played = play(fen, text);
    setWrong(!played && text.trim() !== '');
    if (!played) return;
    setText('');
    onMove(played.uci);
  };
  return (
    <form class="moveinput" onSubmit={submit}>
      <label for={id}>{t('Type a move')}</label>
      <input
        id={id}
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={t('Nf3 or g1f3')}
        aria-invalid={wrong}
        onInput={(e) => {
          setText(e.currentTarget.value);
          setWrong(false);
        }}
      />
      <button type="submit">{t('Play')}</button>
      {wrong && (
        <span role="alert" class="hint">
          {t('not a legal move here')}
        </span>
      )}
    </form>
  );
}

/** A FEN to read, copy or paste. */
export function FenInput({ fen, onFen }: { fen: string; onFen: (fen: string) => string | null }) {
  const [text, setText] = useState(fen);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    setText(fen);
    setProblem(null);
  }, [fen]);
  return (
    <form
      class="feninput"
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(onFen(text));
      }}
    >
      <label for={id}>{t('Position (FEN)')}</label>
      <input id={id} value={text} spellcheck={false} autocomplete="off" aria-invalid={problem !== null} onInput={(e) => setText(e.currentTarget.value)} />
      <button type="submit">{t('Set')}</button>
      <Problem text={problem} />
    </form>
  );
}

/** Saves text as a file. */
export function save(name: string, text: string, kind = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function thousands(n: number): string {
  return n.toLocaleString('en-GB');
}

export function percent(part: number, whole: number, digits = 1): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(digits)} %`;
}
