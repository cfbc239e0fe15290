import type { ReactNode } from "react";
import { Monogram } from "#components/schools/monogram.tsx";
import { SchoolArt } from "#components/schools/school-art.tsx";
import { formatRate } from "#lib/money.ts";
import type { SchoolLook } from "#lib/schools/contract.ts";

/** Money as a ticket shows it: "$1,240.50", "124,050 points". */
export type TicketMoney = { amount: string; points: string | null };

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

/** The school's art behind a ticket's text: however high the ticket is, the accent stays at its right. */
export function TicketArt({ school_id, colors }: Pick<SchoolLook, "school_id" | "colors">) {
  return (
    <div className="ticket-art">
      <SchoolArt schoolId={school_id} colors={colors} />
    </div>
  );
}

/** What stands on the stub: a name and what it is. */
export function StubFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-(--on-stub-quiet) text-fine">{name}</p>
      <div className="font-strong text-small">{children}</div>
    </div>
  );
}

type TicketProps = {
  school: SchoolLook;
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
  /** Whether it belongs to a form with amounts: on a phone it is kept low, so that they are in sight. */
  isDraft?: boolean;
};

/** Who receives the gift. A name that the monogram spells already is not printed again. */
function School({ school, foundation }: Pick<TicketProps, "school" | "foundation">) {
  const isSpelled = school.name.toUpperCase() === school.monogram.toUpperCase();
  return (
    <div className="ticket-school">
      <Monogram letters={school.monogram} className="ticket-monogram" />
      <div className="min-w-0">
        <p className={isSpelled ? "sr-only" : "font-strong"}>{school.name}</p>
        {foundation && (
          <p
            className={
              isSpelled ? "font-strong" : "ticket-foundation text-(--on-field-quiet) text-fine"
            }
          >
            {foundation}
          </p>
        )}
      </div>
    </div>
  );
}

function Main({ school, foundation, money, rate, when }: TicketProps) {
  return (
    <div className="ticket-main">
      <TicketArt {...school} />
      <School school={school} {...(foundation ? { foundation } : {})} />
      <div className="ticket-money" data-money hidden={money === null}>
        <Amount amount={money?.amount ?? "$0"} />
        <p className="ticket-points figures font-strong" data-points>
          {money?.points}
        </p>
      </div>
      <p className="ticket-no-money display text-d40" data-no-money hidden={money !== null}>
        Your gift goes here
      </p>
      {(when || rate !== null) && (
        <p className="ticket-rate figures text-(--on-field-quiet) text-fine">
          {when && <span className="inline-block">{when}</span>}
          {when && rate !== null && " · "}
          {rate !== null && (
            <span className="inline-block" data-rate-line>
              {formatRate(rate)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** A gift as a ticket in the school's colors: its stub carries the fund, the tax line, and the number. */
export function Ticket(props: TicketProps) {
  const { school, children, isBeside = false, isTorn = false, isDraft = false } = props;
  const pieces = [isBeside && "ticket-beside", isTorn && "ticket-torn"].filter(Boolean).join(" ");
  return (
    <div className={`ticket school-${school.school_id} ${isDraft ? "ticket-draft" : ""}`.trim()}>
      <div className={pieces}>
        <Main {...props} />
        <div className="ticket-stub">
          {isBeside && <Monogram letters={school.monogram} className="stub-monogram" />}
          {children}
        </div>
      </div>
    </div>
  );
}
