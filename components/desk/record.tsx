/** A record: what is known about one thing, and what happened to it. */
import type { ReactNode } from "react";
import { Moment } from "#components/ui/moment.tsx";
import { type Step, Timeline } from "#components/ui/timeline.tsx";

/** Steps by what they are about, such as the receipt. */
export type StepGroups = Record<string, (Step | false)[]>;

/** A step with its time at the end of its title's line. */
export const step = (
  tone: Step["tone"],
  title: ReactNode,
  at: Date | null,
  text: ReactNode = null,
): Step => ({
  tone,
  title: (
    <span className="flex flex-wrap justify-between gap-x-2">
      <span className="min-w-0 wrap-anywhere">{title}</span>
      {at && (
        <span className="font-normal text-fine text-quiet">
          <Moment at={at} as="time" />
        </span>
      )}
    </span>
  ),
  text,
});

/** Everything that happened, group by group. */
export const GroupedTimeline = ({ groups }: { groups: StepGroups }) =>
  Object.entries(groups).map(([label, steps]) => {
    const shown = steps.filter((one) => one !== false);
    return (
      shown.length > 0 && (
        <section
          key={label}
          aria-label={label}
          className="border-line border-t py-2 @min-[36rem]/record:grid @min-[36rem]/record:grid-cols-[7rem_minmax(0,1fr)]"
        >
          <h2 className="font-strong">{label}</h2>
          <Timeline steps={shown} />
        </section>
      )
    );
  });

/** An ID, with a button that copies it (public/desk.js). */
export const Id = ({ children }: { children: string }) => (
  <span className="flex items-start justify-between gap-1">
    <bdi className="min-w-0 wrap-anywhere">{children}</bdi>
    <button type="button" data-copy={children} className="copy link-alone">
      Copy<span className="sr-only"> {children}</span>
    </button>
  </span>
);
