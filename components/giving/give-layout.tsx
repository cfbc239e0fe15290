import type { ReactNode } from "react";

type GiveLayoutProps = {
  /** The school whose color the button has. */
  schoolId: string;
  heading: ReactNode;
  ticket: ReactNode;
  action: ReactNode;
  children: ReactNode;
};

/**
 * The layout of a giving step. On a phone, the ticket follows the heading and the button sticks to the bottom. On a
 * wide screen, both are in a sticky column at the side.
 */
export function GiveLayout({ schoolId, heading, ticket, action, children }: GiveLayoutProps) {
  return (
    <div
      className={`school-${schoolId} flex flex-col gap-y-2 wide:gap-y-3 desk:grid desk:grid-cols-[minmax(0,1fr)_26rem] desk:grid-rows-[auto_1fr] desk:items-start desk:gap-x-8 desk:gap-y-2`}
    >
      <div className="min-w-0">{heading}</div>
      <div className="order-2 min-w-0 desk:col-start-1 desk:row-start-2">{children}</div>
      <div className="contents desk:sticky desk:top-4 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:block">
        <div className="order-1 min-w-0">{ticket}</div>
        <div
          data-sticky
          className="-mx-2 sticky bottom-[var(--tabs,0px)] order-3 mt-1 border-line border-t bg-paper px-2 py-1.5 wide:mx-0 wide:px-0 desk:static desk:mt-3 desk:border-0 desk:py-0"
        >
          {action}
        </div>
      </div>
    </div>
  );
}
