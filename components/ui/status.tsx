import type { ReactNode } from "react";

export type Tone = "completed" | "waiting" | "failed";

const COLORS: Record<Tone, string> = {
  completed: "text-completed",
  waiting: "text-waiting",
  failed: "text-failed",
};

const GROUNDS: Record<Tone, string> = {
  completed: "bg-completed-ground",
  waiting: "bg-waiting-ground",
  failed: "bg-failed-ground",
};

const MARK = {
  fill: "none",
  stroke: "var(--sheet)",
  strokeWidth: 1.8,
  strokeLinecap: "round",
} as const;

/** A circle with a check, an arrow, or a square with a cross: distinguishable without color. */
export function StatusShape({ tone }: { tone: Tone }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`size-2 shrink-0 self-center ${COLORS[tone]}`}
      aria-hidden="true"
    >
      {tone === "completed" && (
        <>
          <circle cx="8" cy="8" r="7" fill="currentcolor" />
          <path d="m4.8 8.3 2.2 2.2 4.2-4.6" {...MARK} />
        </>
      )}
      {tone === "waiting" && (
        <path
          d="M1.5 8h12M9 3.2 13.8 8 9 12.8"
          fill="none"
          stroke="currentcolor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {tone === "failed" && (
        <>
          <rect x="1.5" y="1.5" width="13" height="13" rx="2" fill="currentcolor" />
          <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" {...MARK} />
        </>
      )}
    </svg>
  );
}

/** A triangle with an exclamation mark, at the first line of what to check before going on. */
export const WarningShape = () => (
  <svg viewBox="0 0 16 16" className="mt-0.5 size-2 shrink-0 text-waiting" aria-hidden="true">
    <path d="M8 1 15.5 14.5H.5z" fill="currentcolor" />
    <path d="M8 6v4m0 2.2v.1" {...MARK} />
  </svg>
);

/** A status label with text, shape, and color. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      data-tone={tone}
      className={`inline-flex items-baseline gap-1 rounded-box px-1 py-0.5 font-strong text-small ${COLORS[tone]} ${GROUNDS[tone]}`}
    >
      <StatusShape tone={tone} />
      {children}
    </span>
  );
}
