import type { ReactNode } from "react";
import { Monogram } from "#components/schools/monogram.tsx";
import { SchoolArt } from "#components/schools/school-art.tsx";
import type { TicketMoney, TicketSchool } from "#lib/giving/contract.ts";
import { formatRate } from "#lib/money.ts";

/** The amount in the display face, as large as it fits. Scripts change it while a form is filled in. */
export function Amount({ amount, className = "" }: { amount: string; className?: string }) {
  const digits = amount.replace("$", "");
  return (
    <p className={`amount ${className}`} data-amount data-digits={digits.length}>
      <span className="currency">$</span>
      <span>{digits}</span>
    </p>
  );
}

/** What stands on the stub: a name and what it is. */
export function StubFact({
  name,
  live,
  children,
}: {
  name: string;
  /** Names the part for scripts that take over what has changed. */
  live?: string;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0" data-live={live}>
      <p className="text-(--on-stub-quiet) text-fine">{name}</p>
      <div className="font-strong text-small">{children}</div>
    </div>
  );
}

type TicketProps = {
  school: TicketSchool;
  /** Who receives the gift. */
  foundation?: string;
  /** Null while no amount has been chosen. */
  money: TicketMoney | null;
  /** Points per dollar, if it is known. */
  rate: number | null;
  /** Printed beside the rate, such as the date. */
  when?: ReactNode;
  /** The stub's facts. */
  children: ReactNode;
  /** Whether the stub is at the side where there is room; otherwise it is always below. */
  isBeside?: boolean;
  isTorn?: boolean;
};

function Main({ school, foundation, money, rate, when }: TicketProps) {
  return (
    <div className="ticket-main p-2.5 pb-3">
      <SchoolArt schoolId={school.school_id} colors={school.colors} className="ticket-art" />
      <Monogram letters={school.monogram} className="h-4 w-auto" />
      <p className="mt-1 max-w-[75%] font-strong">{school.name}</p>
      {foundation && <p className="max-w-[60%] text-(--on-field-quiet) text-fine">{foundation}</p>}
      <div className="mt-2.5" data-money hidden={money === null}>
        <Amount amount={money?.amount ?? "$0"} />
        <p className="figures mt-2 font-strong text-lead" data-points>
          {money?.points}
        </p>
      </div>
      <p className="display my-2.5 max-w-[60%] text-d40" data-no-money hidden={money !== null}>
        Your gift goes here
      </p>
      {(when || rate !== null) && (
        <p className="figures max-w-[60%] text-(--on-field-quiet) text-fine">
          {when}
          {when && rate !== null && " · "}
          {rate !== null && <span data-rate-line>{formatRate(rate)}</span>}
        </p>
      )}
    </div>
  );
}

/** A gift as a ticket in the school's colors: its stub carries the fund, the tax line, and the number. */
export function Ticket(props: TicketProps) {
  const { school, children, isBeside = false, isTorn = false } = props;
  const pieces = [isBeside && "ticket-beside", isTorn && "ticket-torn"].filter(Boolean).join(" ");
  return (
    <div className={`ticket school-${school.school_id}`}>
      <div className={pieces}>
        <Main {...props} />
        <div className="ticket-stub grid content-between gap-1.5 p-2.5">{children}</div>
      </div>
    </div>
  );
}
