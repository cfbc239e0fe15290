/** What is exceptional about a row: a glyph and a word, without a ground. */
import type { ReactNode } from "react";
import { LINE, SHAPES } from "#components/ui/shapes.tsx";

const GLYPHS = {
  note: "M2 3h12v8H7l-3 3v-3H2z",
  again: "M2.5 7a5.6 5.6 0 0 1 10-2.4V2m0 2.6H9.9M13.5 9a5.6 5.6 0 0 1-10 2.4V14m0-2.6h2.6",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.6-1.4L14 14",
  close: "m4 4 8 8m0-8-8 8",
  choose: "m5 6 3-3 3 3m-6 4 3 3 3-3",
  down: "m3.5 6 4.5 4.5L12.5 6",
  open: "M7 3H3v10h10V9M9.5 2.5h4v4m0-4L7.5 8.5",
  add: "M8 3v10M3 8h10",
  save: "M8 2v8m-3.5-3L8 10.5 11.5 7M3 13.5h10",
} as const;

type GlyphName = keyof typeof GLYPHS | keyof typeof SHAPES;

export const Glyph = ({ name }: { name: GlyphName }) => (
  <svg viewBox="0 0 16 16" className="glyph size-2 flex-none fill-current" aria-hidden="true">
    <use href={`#glyph-${name}`} />
  </svg>
);

/** The shapes of a page's glyphs, once: rows refer to them. */
export const Glyphs = () => (
  <svg width="0" height="0" className="absolute" aria-hidden="true">
    {Object.entries({ ...SHAPES, ...GLYPHS }).map(([name, shape]) => (
      <symbol key={name} id={`glyph-${name}`} viewBox="0 0 16 16">
        {typeof shape === "string" ? <path d={shape} {...LINE} /> : shape}
      </symbol>
    ))}
  </svg>
);

export type RowTone = keyof typeof SHAPES;

const COLORS: Record<RowTone, string> = {
  waiting: "text-waiting",
  late: "text-failed",
  failed: "text-failed",
  completed: "text-completed",
};

/** Quiet words if there is no exception. */
export const RowStatus = ({ tone, children }: { tone: RowTone | null; children: ReactNode }) =>
  tone === null ? (
    <span className="text-fine text-quiet">{children}</span>
  ) : (
    <span
      data-tone={tone}
      className={`inline-flex items-center gap-0.75 align-middle font-strong text-fine ${COLORS[tone]}`}
    >
      <Glyph name={tone} />
      {children}
    </span>
  );
