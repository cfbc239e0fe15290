/** The shapes of states, in a box of 16: distinguishable without color. */
export const LINE = {
  fill: "none",
  stroke: "currentcolor",
  strokeWidth: 1.9,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const CUT = { ...LINE, stroke: "var(--sheet)" } as const;

export const SHAPES = {
  completed: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentcolor" />
      <path d="m4.8 8.3 2.2 2.2 4.2-4.6" {...CUT} />
    </>
  ),
  waiting: <path d="M1.5 8h12M9 3.2 13.8 8 9 12.8" {...LINE} />,
  failed: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="2" fill="currentcolor" />
      <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" {...CUT} />
    </>
  ),
  /** A triangle with an exclamation mark. */
  late: (
    <>
      <path d="M8 1 15.5 14.5H.5z" fill="currentcolor" />
      <path d="M8 6v4m0 2.2v.1" {...CUT} />
    </>
  ),
} as const;
