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
 * The layout of a giving step. The ticket precedes the fields in the document too, so nothing moves while the page
 * loads. On a wide screen, it's in a sticky column at the side. The button sticks to the bottom.
 */
export function GiveLayout({ schoolId, heading, ticket, action, children }: GiveLayoutProps) {
  return (
    <div
      className={`school-${schoolId} grid grid-cols-[minmax(0,1fr)] gap-y-2 wide:gap-y-3 desk:grid-cols-[minmax(0,1fr)_26rem] desk:grid-rows-[auto_auto_1fr] desk:items-start desk:gap-x-8 desk:gap-y-2`}
    >
      <div>{heading}</div>
      <div className="desk:sticky desk:top-4 desk:col-start-2 desk:row-span-3 desk:row-start-1">
        {ticket}
      </div>
      <div>{children}</div>
      <div
        data-sticky
        className="-mx-2 sticky bottom-0 mt-1 border-line border-t bg-paper px-2 py-1.5 wide:mx-0 wide:px-0"
      >
        {action}
      </div>
    </div>
  );
}
