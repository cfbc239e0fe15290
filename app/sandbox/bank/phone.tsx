import type { ReactNode } from "react";

/** Phone height on desktop; on a phone, `fitting` screens are only as tall as their content. */
const HEIGHTS = {
  fitting: "desk:h-[51.5rem]",
  fixed: "h-[47.5rem] desk:h-[51.5rem]",
} as const;

/** A phone frame with the bank app's header. */
export function Phone({
  end,
  height = "fitting",
  children,
}: {
  /** The end of the header. */
  end: ReactNode;
  height?: keyof typeof HEIGHTS;
  children: ReactNode;
}) {
  return (
    <section
      id="app"
      aria-label="Harbor Demonstration Bank’s app"
      className={`mx-auto flex w-full max-w-[24.875rem] flex-col overflow-hidden rounded-[2rem] border-4 border-edge bg-sheet ${HEIGHTS[height]}`}
    >
      <div className="flex min-h-7 shrink-0 items-center justify-between gap-2 bg-[#0e5563] px-2.5 text-[#ffffff]">
        <p className="flex items-center gap-1 font-strong">
          <HarborMark />
          Harbor
        </p>
        {end}
      </div>
      {children}
    </section>
  );
}

/** The demo bank's logo: two waves under a light. */
function HarborMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-3" aria-hidden="true">
      <circle cx="12" cy="6.5" r="3" fill="currentcolor" />
      <path
        d="M3 14c3 0 3 2 6 2s3-2 6-2 3 2 6 2M3 19c3 0 3 2 6 2s3-2 6-2 3 2 6 2"
        fill="none"
        stroke="currentcolor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The customer's points balance. */
export function Balance({ points, children }: { points: number; children: ReactNode }) {
  return (
    <div className="figures shrink-0 bg-[#0e5563] px-2.5 pt-1 pb-3 text-[#ffffff]">
      <p className="text-small">Gold Rewards</p>
      <p className="font-strong text-display">
        {points.toLocaleString("en-US")} <span className="text-lead">points</span>
      </p>
      <div className="text-small">{children}</div>
    </div>
  );
}

/** The demo customer's fictional balance. */
export const MADE_UP_BALANCE = 48_200;
