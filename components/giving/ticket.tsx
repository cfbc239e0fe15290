import type { ReactNode } from "react";
import { Monogram, SchoolArt, SchoolMark } from "#components/schools/school-art.tsx";
import { formatRate } from "#lib/money.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";

/** A ticket's money: "$1,240.50", "124,050 points". */
export type TicketMoney = { amount: string; points: string | null };

/** The class for an amount's width in digits, which sets its font size. Commas and periods are half a digit wide. */
export const digitsClass = (amount: string) =>
  `digits-${[...amount].reduce((sum, character) => sum + (/[,.]/.test(character) ? 0.5 : 1), 0)}`;

/** The amount in the display face, as large as fits. A script updates it as a form is filled in. */
export function Amount({ amount, className = "" }: { amount: string; className?: string }) {
  const digits = amount.replace("$", "");
  return (
    <strong
      // A digit is about half as wide as it is tall.
      className={`amount flex items-start whitespace-nowrap font-[900] font-display text-[min(var(--room,74cqi)/(var(--digits)*0.48+0.3),var(--amount-max,9rem))]/[0.86] ${digitsClass(digits)} ${className}`.trim()}
      data-amount
    >
      <span className="mt-[0.06em] mr-[0.04em] text-[0.5em]">$</span>
      <span>{digits}</span>
    </strong>
  );
}

/** The school's art behind a ticket's text. The accent stays at the right, at any height of the ticket. */
export function TicketArt({ school }: Pick<TicketProps, "school">) {
  // The accent is as wide as half the art's height. On a tall ticket, it's cropped to the right third, or narrowed to
  // it: cropped stripes may end in a hairline.
  const width =
    school.motif === "stripes"
      ? "*:float-right *:w-[max(100cqw,min(147cqw,200cqh))]"
      : "*:w-[calc(100cqw+max(0px,49cqh-35cqw))]";
  return (
    <div className={`ticket-art -z-1 absolute inset-0 [container-type:size] *:h-full ${width}`}>
      <SchoolArt school={school} />
    </div>
  );
}

/** A labeled value on the stub. */
export function StubFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-(--on-stub-quiet) text-fine">{name}</p>
      <div className="font-strong text-small">{children}</div>
    </div>
  );
}

export type TicketProps = {
  /** With `foundation_name`, the ticket also names who receives the gift. */
  school: SchoolBranding & { foundation_name?: string };
  /** Null until an amount is chosen. */
  money: TicketMoney | null;
  /** Points per dollar, if known. */
  rate: number | null;
  /** "as of Nov 22", for an old points balance; null for a recent one, undefined without any. */
  pointsAge?: string | null | undefined;
  /** Shown next to the rate, such as the date. */
  when?: ReactNode;
  /** The stub's facts. */
  children: ReactNode;
  /** Whether the stub moves to the side on wide screens. */
  isHorizontal?: boolean;
  isTorn?: boolean;
  /** Whether it's part of the amount form: on a phone it's shorter, so that the tiles stay in view. */
  isDraft?: boolean;
};

/** Who receives the gift. A name that is the same as the monogram isn't repeated. */
function School({ school }: Pick<TicketProps, "school">) {
  const isSameAsMonogram =
    !school.hasMark && school.name.toUpperCase() === school.monogram.toUpperCase();
  return (
    <div className="ticket-school max-w-[62%]">
      <SchoolMark school={school} className="ticket-monogram mb-1 h-4 w-auto" />
      <div className="min-w-0">
        <p className={isSameAsMonogram ? "sr-only" : "font-strong"}>{school.name}</p>
        {school.foundation_name && (
          <p
            className={
              isSameAsMonogram
                ? "font-strong"
                : "ticket-foundation text-(--on-field-quiet) text-fine"
            }
          >
            {school.foundation_name}
          </p>
        )}
      </div>
    </div>
  );
}

function Main({ school, money, rate, pointsAge, when }: TicketProps) {
  return (
    <div className="ticket-main">
      <TicketArt school={school} />
      <School school={school} />
      <div className="ticket-money mt-2.5" data-money hidden={money === null}>
        <Amount amount={money?.amount ?? "$0"} />
        <p className="ticket-points figures mt-2 max-w-[66%] font-strong text-[1.25rem]/[1.75rem]">
          <span data-points>{money?.points}</span>{" "}
          <span data-points-age className="inline-block font-normal text-fine">
            {pointsAge}
          </span>
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
        <p className="ticket-rate figures dots max-w-[62%] text-(--on-field-quiet) text-fine">
          {when && <span>{when}</span>}
          {rate !== null && <span data-rate-line>{formatRate(rate)}</span>}
        </p>
      )}
    </div>
  );
}

const HORIZONTAL =
  "@min-[36rem]:ticket-side @min-[36rem]:[--amount-max:13.5rem] @min-[36rem]:[--room:36cqi]";

/** A gift as a ticket in the school's colors. The stub has the fund, the tax line, and the confirmation number. */
export function Ticket(props: TicketProps) {
  const { school, children, isHorizontal = false, isTorn = false, isDraft = false } = props;
  const room = props.pointsAge === undefined ? "" : "ticket-balance";
  return (
    <div
      className={`ticket school-${school.school_id} ${isDraft ? `ticket-draft ${room}` : ""}`.trim()}
    >
      <div className={`${isHorizontal ? HORIZONTAL : ""} ${isTorn ? "ticket-torn" : ""}`.trim()}>
        <Main {...props} />
        <div className="ticket-stub">
          {isHorizontal && (
            <Monogram letters={school.monogram} className="hidden h-5 w-auto @min-[36rem]:block" />
          )}
          {children}
        </div>
      </div>
    </div>
  );
}
