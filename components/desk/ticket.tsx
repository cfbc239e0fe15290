import type { ReactNode } from "react";
import type { SchoolBranding } from "#lib/schools/contract.ts";

type FlatTicketProps = {
  school: SchoolBranding;
  amount: string;
  /** Below the amount. */
  children: ReactNode;
  /** Once the school has confirmed the gift. */
  number: string | null;
};

/** A gift's ticket beside its facts: 112 px high, without a shadow. */
export const FlatTicket = ({ school, amount, children, number }: FlatTicketProps) => (
  <div className={`flat-ticket school-${school.school_id}`}>
    <div>
      <p className="display">
        <span>$</span>
        {amount.replace("$", "")}
      </p>
      <p className="text-fine">{children}</p>
    </div>
    <div>
      <p className="display text-d22">{school.monogram}</p>
      <p className="text-fine">
        No.
        <br />
        <bdi className="font-strong">{number ?? "to come"}</bdi>
      </p>
    </div>
  </div>
);
