/** The bank's app on its customer's phone. */
import type { ReactNode } from "react";

/** A phone frame with the bank app's header. */
export function Phone({
  end = <p className="text-small">Jordan Sample</p>,
  isTall = false,
  children,
}: {
  /** Shown at the end of the header. */
  end?: ReactNode;
  /** Whether it is as tall as a phone on small screens too, instead of fitting its content. */
  isTall?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      id="app"
      aria-label="Harbor Demonstration Bank’s app"
      className={`mx-auto flex w-full max-w-[24.875rem] flex-col overflow-hidden rounded-[2rem] border-4 border-edge bg-sheet desk:h-[51.5rem] ${isTall ? "h-[47.5rem]" : ""}`}
    >
      <div className="flex min-h-7 shrink-0 flex-wrap items-center justify-between gap-x-2 bg-[#0e5563] px-2.5 text-[#ffffff]">
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
const HarborMark = () => (
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

/** The demo customer's fictional balance. */
export const FICTIONAL_BALANCE = 48_200;

export const Balance = ({ points, children }: { points: number; children: ReactNode }) => (
  <div className="figures shrink-0 bg-[#0e5563] px-2.5 pt-1 pb-3 text-[#ffffff]">
    <p className="text-small">Gold Rewards</p>
    <p className="font-strong text-display">
      {points.toLocaleString("en-US")} <span className="text-lead">points</span>
    </p>
    <div className="text-small">{children}</div>
  </div>
);

/** The app's content below the balance. @param note says which parts are fictional */
export const Screen = ({ note, children }: { note: ReactNode; children: ReactNode }) => (
  <div className="grid grow content-start gap-3 overflow-y-auto bg-paper p-[16px] wide:p-2.5">
    {children}
    <p className="text-quiet text-small">{note}</p>
  </div>
);

export const Box = ({ children, role }: { children: ReactNode; role?: "status" }) => (
  <div role={role} className="figures rounded-box border border-line bg-sheet p-[16px]">
    {children}
  </div>
);

/** The entry point of the demo. @param form the id of the form that the button submits */
export const Offer = ({ text, button, form }: { text: string; button: string; form: string }) => (
  <Box>
    <h2 className="font-strong text-lead">Give points to your team</h2>
    <p className="mt-0.5 text-quiet">{text}</p>
    <button
      type="submit"
      form={form}
      className="mt-2 min-h-6 w-full cursor-pointer rounded-box bg-[#0e5563] px-[8px] font-strong text-[#ffffff] hover:bg-[#0a3f4a]"
    >
      {button}
    </button>
  </Box>
);
