// Pictures of numbers, as plain SVG.

import { useId } from 'preact/hooks';
import { t } from '../lib/words';

export interface Bar {
  x: number;
  y: number;
  label: string;
}

const W = 640;
const H = 200;
const PAD = { left: 52, right: 8, top: 10, bottom: 28 };

/** A histogram; tall bars do not hide small ones (square root scale). */
export function Histogram({ bars, title, axis, kind }: { bars: Bar[]; title: string; axis: string; kind: string }) {
  const id = useId();
  const last = Math.max(1, ...bars.map((b) => b.x));
  const most = Math.max(1, ...bars.map((b) => b.y));
  const width = (W - PAD.left - PAD.right) / (last + 1);
  const height = (n: number) => ((H - PAD.top - PAD.bottom) * Math.sqrt(n)) / Math.sqrt(most);
  const ticks = [most, most / 4, most / 16].map(Math.round).filter((n) => n > 0);
  const every = Math.max(1, Math.ceil(last / 10));
  return (
    <figure class="chart">
      <figcaption id={id}>{title}</figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-labelledby={id}>
        {ticks.map((n) => (
          <g key={n} class="grid">
            <line x1={PAD.left} x2={W - PAD.right} y1={H - PAD.bottom - height(n)} y2={H - PAD.bottom - height(n)} />
            <text x={PAD.left - 6} y={H - PAD.bottom - height(n) + 4} text-anchor="end">
              {short(n)}
            </text>
          </g>
        ))}
        {bars.map((b) => (
          <rect
            key={b.x}
            class={`bar ${kind}`}
            x={PAD.left + b.x * width + 0.5}
            y={H - PAD.bottom - height(b.y)}
            width={Math.max(1, width - 1)}
            height={height(b.y)}
          >
            <title>{b.label}</title>
          </rect>
        ))}
        {Array.from({ length: Math.floor(last / every) + 1 }, (_, i) => i * every).map((x) => (
          <text key={x} class="tick" x={PAD.left + (x + 0.5) * width} y={H - 12} text-anchor="middle">
            {x}
          </text>
        ))}
        <text class="tick" x={W - PAD.right} y={H - 1} text-anchor="end">
          {axis}
        </text>
      </svg>
    </figure>
  );
}

export function short(n: number): string {
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)}M`;
  if (n >= 1e4) return `${Math.round(n / 1e3)}k`;
  return String(n);
}

export interface Series {
  name: string;
  points: { x: number; y: number }[];
}

/** Lines over steps, such as errors over epochs. */
export function LineChart({ series, title, xName }: { series: Series[]; title: string; xName: string }) {
  const id = useId();
  const points = series.flatMap((s) => s.points);
  if (points.length === 0) return null;
  const maxX = Math.max(1, ...points.map((p) => p.x));
  const maxY = Math.max(1e-9, ...points.map((p) => p.y));
  const least = Math.min(...points.map((p) => p.y));
  // What hardly moves is shown larger; everything else begins at nothing.
  const minY = least > 0.6 * maxY ? least - 0.1 * (maxY - least) : 0;
  const x = (v: number) => PAD.left + ((W - PAD.left - PAD.right) * v) / maxX;
  const y = (v: number) => H - PAD.bottom - ((H - PAD.top - PAD.bottom) * (v - minY)) / Math.max(1e-9, maxY - minY);
  const ticks = [0, 0.5, 1].map((share) => minY + share * (maxY - minY));
  const steps = [0, 0.25, 0.5, 0.75].map((share) => Math.round(share * maxX)).filter((v, i, all) => all.indexOf(v) === i);
  return (
    <figure class="chart">
      <figcaption id={id}>{title}</figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-labelledby={id}>
        {ticks.map((tick) => (
          <g key={tick} class="grid">
            <line x1={PAD.left} x2={W - PAD.right} y1={y(tick)} y2={y(tick)} />
            <text x={PAD.left - 6} y={y(tick) + 4} text-anchor="end">
              {maxY < 10 ? tick.toFixed(3) : short(Math.round(tick))}
            </text>
          </g>
        ))}
        {steps.map((step) => (
          <text key={step} class="tick" x={x(step)} y={H - 12} text-anchor="middle">
            {short(step)}
          </text>
        ))}
        {series.map((s, i) => (
          <polyline key={s.name} class={`line line${i % 6}`} points={s.points.map((p) => `${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`).join(' ')}>
            <title>{s.name}</title>
          </polyline>
        ))}
        <text class="tick" x={W - PAD.right} y={H - 12} text-anchor="end">
          {`${short(maxX)} ${xName}`}
        </text>
      </svg>
      {series.length > 1 && (
        <ul class="legend">
          {series.slice(0, 12).map((s, i) => (
            <li key={s.name}>
              <span class={`swatch line${i % 6}`} aria-hidden="true" /> {s.name}
            </li>
          ))}
          {series.length > 12 && <li>{t('and')} {series.length - 12} {t('more')}</li>}
        </ul>
      )}
    </figure>
  );
}

/** White's chances over the game; a click goes to the move. */
export function GameChart({ values, at, choose }: { values: { id: number; label: string; chance: number; mark: string | null }[]; at: number; choose: (id: number) => void }) {
  if (values.length < 2) return null;
  const w = 640;
  const h = 90;
  const x = (i: number) => (w * i) / (values.length - 1);
  const y = (c: number) => h / 2 - (c * h) / 2;
  const line = values.map((v, i) => `${x(i).toFixed(1)},${y(v.chance).toFixed(1)}`).join(' ');
  const place = values.findIndex((v) => v.id === at);
  return (
    <figure class="chart gamechart">
      <figcaption class="sr-only">{t('Winning chances over the game, White above')}</figcaption>
      <svg
        viewBox={`0 0 ${w} ${h}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Winning chances over the game; White above the middle')}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const i = Math.round(((event.clientX - box.left) / box.width) * (values.length - 1));
          const value = values[i];
          if (value) choose(value.id);
        }}
      >
        <rect class="blackside" x="0" y="0" width={w} height={h} />
        <polygon class="whiteside" points={`0,${h} ${line} ${w},${h}`} />
        <line class="middle" x1="0" x2={w} y1={h / 2} y2={h / 2} />
        {place >= 0 && <line class="now" x1={x(place)} x2={x(place)} y1="0" y2={h} />}
        {values.map((v, i) => v.mark && <circle key={v.id} class={`mark ${v.mark}`} cx={x(i)} cy={y(v.chance)} r="4" />)}
      </svg>
    </figure>
  );
}

/** A heat map on the squares of a board, a1 first. */
export function Heat({ title, counts }: { title: string; counts: number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <figure class="heat">
      <svg viewBox="0 0 8 8" role="img" aria-label={title}>
        {counts.map((n, i) => (
          <rect key={i} x={i % 8} y={7 - Math.floor(i / 8)} width="1" height="1" class="cell" fill-opacity={n / most}>
            <title>{`${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}: ${n}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption>{title}</figcaption>
    </figure>
  );
}
