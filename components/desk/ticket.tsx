import type { ReactNode } from "react";
import type { SchoolBranding } from "#lib/schools/contract.ts";

/** A headline's dollars, the sign at half size. */
export const Money = ({ amount }: { amount: string }) => (
  <>
    <span className="align-[0.7em] text-[0.5em]">$</span>
    {amount.replace("$", "")}
  </>
);

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
  <div className={`flat-ticket my-2 flex min-h-14 school-${school.school_id}`}>
    <div className="grow-[7] rounded-l-[12px] bg-(--field) text-(--on-field) [--at:100%]">
      <p className="display text-[min(3.5rem,11vw)]">
        <Money amount={amount} />
      </p>
      <p className="text-fine">{children}</p>
    </div>
    <div className="grow-[3] rounded-r-[12px] border-paper border-l-3 border-dotted bg-(--stub) text-(--on-stub) wrap-anywhere [--at:0%]">
      <p className="display text-d22">{school.monogram}</p>
      <p className="text-fine">
        No.
        <br />
        <bdi className="font-strong">{number ?? "to come"}</bdi>
      </p>
    </div>
  </div>
);
