import type { ReactNode } from "react";
import { MessageTicket } from "#components/giving/message-ticket.tsx";
import type { SchoolLook } from "#lib/schools/contract.ts";

/** A page that says why nothing can be given here, with links as its children. */
export function MessagePage({
  school,
  brand,
  heading,
  reason,
  children,
}: {
  /** The school that the bank has chosen, if it has. */
  school?: SchoolLook | null | undefined;
  brand: string;
  heading: string;
  reason: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-3">
      <MessageTicket school={school} brand={brand} heading={heading}>
        <p className="text-lead">{reason}</p>
      </MessageTicket>
      {children}
    </div>
  );
}
