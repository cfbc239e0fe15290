import type { ReactNode } from "react";
import { LiveRegion } from "./live-updates.tsx";

const WIDTHS = {
  form: "max-w-form",
  reading: "max-w-reading",
  list: "max-w-list",
} as const;

type PageProps = {
  width?: keyof typeof WIDTHS;
  /** Starts close to the header, so that more of a step is in sight on a phone. */
  isCompact?: boolean;
  /** Full-width content above the rest. */
  banner?: ReactNode;
  /** Content at the right on wide screens. */
  aside?: ReactNode;
  /** Whether phones show it too, above the rest. It then comes first in the document, so nothing moves. */
  isAsideFirst?: boolean;
  children: ReactNode;
};

/** A page's main content, in one of three widths. */
export function Page(props: PageProps) {
  const { width = "reading", isCompact = false, banner, aside, isAsideFirst, children } = props;
  return (
    // Focusable, as the skip link's target.
    <main id="content" tabIndex={-1} className="grow outline-none">
      <LiveRegion>
        {banner}
        <div
          className={`px-2 wide:px-3 ${isCompact ? "pt-2 pb-2 wide:pt-4" : "pt-4 pb-10 desk:pt-6 print:pb-0"}`}
        >
          <div
            className={`mx-auto flex max-w-list items-start ${isAsideFirst ? "flex-col gap-3 min-[48rem]:flex-row-reverse min-[48rem]:gap-8" : "gap-8"}`}
          >
            {isAsideFirst && (
              <div className="ml-auto w-full shrink min-[48rem]:w-[36rem]">{aside}</div>
            )}
            <div
              className={`min-w-0 grow ${WIDTHS[width]} ${aside ? "w-full min-[48rem]:shrink-0" : ""}`}
            >
              {children}
            </div>
            {aside && !isAsideFirst && (
              <div className="ml-auto hidden w-[36rem] shrink min-[48rem]:block">{aside}</div>
            )}
          </div>
        </div>
      </LiveRegion>
    </main>
  );
}

type SectionProps = {
  id: string;
  title: string;
  intro?: ReactNode;
  /** Whether the heading moves to the side of the content on wide screens. */
  hasSideHeading?: boolean;
  children: ReactNode;
};

export function Section({ id, title, intro, hasSideHeading = false, children }: SectionProps) {
  const columns = hasSideHeading
    ? "grid gap-x-8 border-line border-t pt-4 desk:grid-cols-[22rem_minmax(0,1fr)]"
    : "";
  return (
    <section
      aria-labelledby={id}
      className={`${hasSideHeading ? "mt-6" : "mt-8"} ${columns}`.trim()}
    >
      <div>
        <h2 id={id} className="display text-d40">
          {title}
        </h2>
        {intro && <p className="mt-1 max-w-reading text-quiet">{intro}</p>}
      </div>
      <div className={hasSideHeading ? "mt-3 min-w-0 desk:mt-0" : "mt-3"}>{children}</div>
    </section>
  );
}
