import type { ReactNode } from "react";
import { StatusShape, type Tone } from "#components/ui/status.tsx";

export type TimelineStep = {
  title: string;
  text: ReactNode;
  /** Overrides the step's tone, for a failure. */
  tone?: Tone;
};

/** What is still to come. */
function ToCome() {
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

/** Past, now, and to come each have a shape of their own. */
function Shape({ step, reached, index }: { step: TimelineStep; reached: number; index: number }) {
  if (step.tone) return <StatusShape tone={step.tone} />;
  if (index > reached) return <ToCome />;
  return <StatusShape tone={index < reached ? "completed" : "waiting"} />;
}

/** A gift's steps in order. The first `reached` steps are done, and the next is under way. */
export function Timeline({ steps, reached }: { steps: TimelineStep[]; reached: number }) {
  return (
    <ol>
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[auto_1fr] gap-x-2">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span className="mt-0.5 flex">
              <Shape step={step} reached={reached} index={index} />
            </span>
            {index < steps.length - 1 && (
              <span className={`w-0.25 grow ${index < reached ? "bg-completed" : "bg-edge"}`} />
            )}
          </span>
          <div className={`min-w-0 ${index < steps.length - 1 ? "pb-2.5" : ""}`}>
            <p className="font-strong">{step.title}</p>
            <div className="text-quiet text-small">{step.text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
