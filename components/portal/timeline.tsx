import type { ReactNode } from "react";
import { StatusShape, type Tone } from "#components/ui/status.tsx";

export type TimelineStep = {
  title: string;
  text: ReactNode;
  /** Overrides the step's tone, for a failure. */
  tone?: Tone;
};

/** A donation's steps in order. The first `reached` steps are done. */
export function Timeline({ steps, reached }: { steps: TimelineStep[]; reached: number }) {
  return (
    <ol>
      {steps.map(({ title, text, tone }, index) => (
        <li key={title} className="grid grid-cols-[auto_1fr] gap-x-2">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span className="mt-0.5 flex">
              <StatusShape tone={tone ?? (index < reached ? "completed" : "waiting")} />
            </span>
            {index < steps.length - 1 && <span className="w-px grow bg-edge" />}
          </span>
          <div className={`min-w-0 ${index < steps.length - 1 ? "pb-2.5" : ""}`}>
            <p className="font-strong">{title}</p>
            <div className="break-words text-quiet text-small">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
