import type { ReactNode } from "react";

/**
 * A step of giving. On a phone the ticket comes first and the action stays within the thumb's reach; on a wide screen
 * the ticket and the action stand beside the rest.
 */
export function GiveLayout({
  schoolId,
  ticket,
  action,
  children,
}: {
  /** Whose color the action has. */
  schoolId: string;
  ticket: ReactNode;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={`school-${schoolId} grid items-start gap-x-8 gap-y-3 desk:grid-cols-[minmax(0,1fr)_26rem] desk:grid-rows-[auto_1fr]`}
    >
      <div className="min-w-0 desk:col-start-2">{ticket}</div>
      <div className="min-w-0 desk:col-start-1 desk:row-span-2 desk:row-start-1">{children}</div>
      <div
        data-sticky
        className="-mx-2 sticky bottom-[var(--tabs,0px)] border-line border-t bg-paper px-2 py-1.5 wide:mx-0 wide:px-0 desk:static desk:col-start-2 desk:border-0 desk:py-0"
      >
        {action}
      </div>
    </div>
  );
}
