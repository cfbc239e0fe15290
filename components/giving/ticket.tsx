import type { ReactNode } from "react";
import { Monogram, SchoolArt } from "#components/schools/school-art.tsx";
import { formatRate } from "#lib/money.ts";
import type { SchoolLook } from "#lib/schools/contract.ts";

/** Money as a ticket shows it: "$1,240.50", "124,050 points". */
export type TicketMoney = { amount: string; points: string | null };

/** The class that sizes an amount to its place: a comma and a point are half as wide as a digit. */
export const digitsClass = (amount: string) =>
  `digits-${[...amount].reduce((sum, character) => sum + (/[,.]/.test(character) ? 0.5 : 1), 0)}`;

/** The amount in the display face, as large as it fits. Scripts change it while a form is filled in. */
export function Amount({ amount, className = "" }: { amount: string; className?: string }) {
  const digits = amount.replace("$", "");
  return (
    <strong
      // A digit is about half as wide as it is high.
      className={`amount flex items-start whitespace-nowrap font-[900] font-display text-[min(var(--room,74cqi)/(var(--digits)*0.48+0.3),var(--amount-max,9rem))]/[0.86] ${digitsClass(digits)} ${className}`.trim()}
      data-amount
    >
      <span className="mt-[0.06em] mr-[0.04em] text-[0.5em]">$</span>
      <span>{digits}</span>
    </strong>
  );
}

/** The school's art behind a ticket's text: however high the ticket is, the accent stays at its right. */
export function TicketArt({ school_id, colors }: Pick<SchoolLook, "school_id" | "colors">) {
  return (
    // The accent takes half of the art's height. In a high ticket what is more than the right third is cut off.
    <div className="ticket-art -z-1 absolute inset-0 [container-type:size] *:h-full *:w-[calc(100cqw+max(0px,49cqh-35cqw))]">
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

export type TicketProps = {
  /** With who receives the gift, if that is to be printed. */
  school: SchoolLook & { foundation_name?: string };
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
function School({ school }: Pick<TicketProps, "school">) {
  const isSpelled = school.name.toUpperCase() === school.monogram.toUpperCase();
  return (
    <div className="ticket-school max-w-[62%]">
      <Monogram letters={school.monogram} className="ticket-monogram mb-1 h-4 w-auto" />
      <div className="min-w-0">
        <p className={isSpelled ? "sr-only" : "font-strong"}>{school.name}</p>
        {school.foundation_name && (
          <p
            className={
              isSpelled ? "font-strong" : "ticket-foundation text-(--on-field-quiet) text-fine"
            }
          >
            {school.foundation_name}
          </p>
        )}
      </div>
    </div>
  );
}

function Main({ school, money, rate, when }: TicketProps) {
  return (
    <div className="ticket-main">
      <TicketArt {...school} />
      <School school={school} />
      <div className="ticket-money mt-2.5" data-money hidden={money === null}>
        <Amount amount={money?.amount ?? "$0"} />
        <p className="ticket-points figures mt-2 font-strong text-[1.25rem]/[1.75rem]" data-points>
          {money?.points}
        </p>
      </div>
      <p
        className="ticket-no-money display my-2.5 max-w-[62%] text-d40"
        data-no-money
        hidden={money !== null}
      >
        Your gift goes here
      </p>
      {(when || rate !== null) && (
        <p className="ticket-rate figures max-w-[62%] text-(--on-field-quiet) text-fine">
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

const BESIDE =
  "@min-[36rem]:ticket-side @min-[36rem]:[--amount-max:13.5rem] @min-[36rem]:[--room:36cqi] @min-[36rem]:[--stub-width:36cqi]";

/** A gift as a ticket in the school's colors: its stub carries the fund, the tax line, and the number. */
export function Ticket(props: TicketProps) {
  const { school, children, isBeside = false, isTorn = false, isDraft = false } = props;
  return (
    <div className={`ticket school-${school.school_id} ${isDraft ? "ticket-draft" : ""}`.trim()}>
      <div className={`${isBeside ? BESIDE : ""} ${isTorn ? "ticket-torn" : ""}`.trim()}>
        <Main {...props} />
        <div className="ticket-stub">
          {isBeside && (
            <Monogram letters={school.monogram} className="hidden h-5 w-auto @min-[36rem]:block" />
          )}
          {children}
        </div>
      </div>
    </div>
  );
}
