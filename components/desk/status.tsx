/** What is exceptional about a row: a glyph and a word, without a ground. */
import type { ReactNode } from "react";

const SHAPES = {
  waiting: <path d="M1.5 8h12M9 3.2 13.8 8 9 12.8" className="stroked" />,
  late: (
    <>
      <path d="M8 1 15.5 14.5H.5z" />
      <path d="M8 6v4m0 2.2v.1" className="cut" />
    </>
  ),
  failed: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="2" />
      <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" className="cut" />
    </>
  ),
  completed: (
    <>
      <circle cx="8" cy="8" r="7" />
      <path d="m4.8 8.3 2.2 2.2 4.2-4.6" className="cut" />
    </>
  ),
  note: <path d="M2 3h12v8H7l-3 3v-3H2z" className="stroked" />,
  again: (
    <path
      d="M2.5 7a5.6 5.6 0 0 1 10-2.4V2m0 2.6H9.9M13.5 9a5.6 5.6 0 0 1-10 2.4V14m0-2.6h2.6"
      className="stroked"
    />
  ),
  search: <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.6-1.4L14 14" className="stroked" />,
  close: <path d="m4 4 8 8m0-8-8 8" className="stroked" />,
  choose: <path d="m5 6 3-3 3 3m-6 4 3 3 3-3" className="stroked" />,
  down: <path d="m3.5 6 4.5 4.5L12.5 6" className="stroked" />,
  open: <path d="M7 3H3v10h10V9M9.5 2.5h4v4m0-4L7.5 8.5" className="stroked" />,
  add: <path d="M8 3v10M3 8h10" className="stroked" />,
  save: <path d="M8 2v8m-3.5-3L8 10.5 11.5 7M3 13.5h10" className="stroked" />,
} as const;

export type GlyphName = keyof typeof SHAPES;

export const Glyph = ({ name }: { name: GlyphName }) => (
  <svg viewBox="0 0 16 16" className="glyph" aria-hidden="true">
    <use href={`#glyph-${name}`} />
  </svg>
);

/** The shapes of a page's glyphs, once: rows refer to them. */
export const Glyphs = () => (
  <svg width="0" height="0" className="absolute" aria-hidden="true">
    {Object.entries(SHAPES).map(([name, shape]) => (
      <symbol key={name} id={`glyph-${name}`} viewBox="0 0 16 16">
        {shape}
      </symbol>
    ))}
  </svg>
);

export type RowTone = "waiting" | "late" | "failed" | "completed";

/** Quiet words if there is no exception. */
export const RowStatus = ({ tone, children }: { tone: RowTone | null; children: ReactNode }) =>
  tone === null ? (
    <span className="text-fine text-quiet">{children}</span>
  ) : (
    <span data-tone={tone} className={`row-status row-${tone}`}>
      <Glyph name={tone} />
      {children}
    </span>
  );
