import type { ReactNode } from "react";
import { SHAPES } from "./shapes.tsx";

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

export const StatusShape = ({ tone }: { tone: Tone }) => (
  <svg
    viewBox="0 0 16 16"
    className={`size-2 shrink-0 self-center ${COLORS[tone]}`}
    aria-hidden="true"
  >
    {SHAPES[tone]}
  </svg>
);

/** At the first line of what to check before going on. */
export const WarningShape = () => (
  <svg viewBox="0 0 16 16" className="mt-0.5 size-2 shrink-0 text-waiting" aria-hidden="true">
    {SHAPES.late}
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
