import type { ReactNode } from "react";

export type Tone = "completed" | "waiting" | "failed";

const COLORS: Record<Tone, string> = {
  completed: "text-completed",
  waiting: "text-waiting",
  failed: "text-failed",
};

/** A circle with a check, a half-filled ring, a square with a cross: distinct without color. */
export function StatusShape({ tone }: { tone: Tone }) {
  const mark = { fill: "none", stroke: "var(--sheet)", strokeWidth: 1.8, strokeLinecap: "round" };
  return (
    <svg viewBox="0 0 16 16" className={`size-2 shrink-0 ${COLORS[tone]}`} aria-hidden="true">
      {tone === "completed" && (
        <>
          <circle cx="8" cy="8" r="7" fill="currentcolor" />
          <path d="m4.8 8.3 2.2 2.2 4.2-4.6" {...(mark as object)} />
        </>
      )}
      {tone === "waiting" && (
        <>
          <circle cx="8" cy="8" r="6" fill="none" stroke="currentcolor" strokeWidth="2" />
          <path d="M8 4.6a3.4 3.4 0 0 1 0 6.8z" fill="currentcolor" />
        </>
      )}
      {tone === "failed" && (
        <>
          <rect x="1.5" y="1.5" width="13" height="13" rx="2" fill="currentcolor" />
          <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" {...(mark as object)} />
        </>
      )}
    </svg>
  );
}

/** A status label: text and shape first, color second. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1 font-strong ${COLORS[tone]}`}>
      <StatusShape tone={tone} />
      {children}
    </span>
  );
}
