import type { ReactNode } from "react";
import { StatusShape, type Tone } from "./status.tsx";

/** `tone` is null for a step that hasn't started. */
export type Step = { title: ReactNode; text: ReactNode; tone: Tone | null };

/** Marks a step that hasn't started. */
function UpcomingShape() {
  return (
    <svg viewBox="0 0 16 16" className="size-2 shrink-0 text-quiet" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6.5"
        fill="none"
        stroke="currentcolor"
        strokeWidth="1.6"
        strokeDasharray="2.6 2.5"
      />
    </svg>
  );
}

/** What happened, in order. Past, current, and upcoming steps have different shapes. */
export function Timeline({ steps }: { steps: Step[] }) {
  return (
    <ol>
      {steps.map(({ tone, title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps never move.
        <li key={index} className="grid grid-cols-[auto_1fr] gap-x-2">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span className="mt-0.5 flex">
              {tone ? <StatusShape tone={tone} /> : <UpcomingShape />}
            </span>
            {index < steps.length - 1 && (
              <span
                className={`w-0.25 grow ${tone === "completed" ? "bg-completed" : "bg-edge"}`}
              />
            )}
          </span>
          <div className={`min-w-0 ${index < steps.length - 1 ? "pb-2.5" : ""}`}>
            <p className="font-strong">{title}</p>
            <div className="text-quiet text-small">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
