import type { ReactNode } from "react";
import { StatusShape } from "#components/ui/status.tsx";

export type TimelineStep = { title: string; text: ReactNode };

/** What happens to a donation, in order. The steps up to `reached` have happened. */
export function Timeline({ steps, reached }: { steps: TimelineStep[]; reached: number }) {
  return (
    <ol>
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[auto_1fr] gap-x-2">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span className="mt-0.5 flex">
              <StatusShape tone={index < reached ? "completed" : "waiting"} />
            </span>
            {index < steps.length - 1 && <span className="w-px grow bg-edge" />}
          </span>
          <div className={index < steps.length - 1 ? "pb-2.5" : ""}>
            <p className="font-strong">{step.title}</p>
            <p className="text-quiet text-small">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
