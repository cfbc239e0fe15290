import { Facts } from "#components/portal/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { WarningShape } from "#components/ui/status.tsx";
import { formatDollars, formatPoints, formatRate, pointsFor, toCents } from "#lib/money.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { type Balance, balanceTexts } from "./balance.ts";
import { type FundOption, TaxText } from "./fund-choice.tsx";
import { StubFund } from "./gift-ticket.tsx";
import type { SourceOption } from "./give-fields.tsx";
import { Ticket, type TicketProps } from "./ticket.tsx";

type DraftTicketProps = Pick<TicketProps, "school" | "money" | "rate" | "pointsAge" | "isDraft"> & {
  fund: Pick<FundOption, "name" | "tax">;
};

/** The ticket of a gift that hasn't been submitted. */
export function DraftTicket({ fund, ...ticket }: DraftTicketProps) {
  return (
    <Ticket {...ticket}>
      <StubFund fund={fund.name} tax={fund.tax} />
    </Ticket>
  );
}

export type ReviewProps = {
  school: SchoolBranding & { foundation_name: string };
  dollars: number;
  points: number;
  fund: FundOption;
  source: Pick<SourceOption, "programName" | "bankName" | "rate"> & {
    /** Whether the bank approves each gift, and then holds the points. */
    asksBank: boolean;
    balance: Balance | null;
  };
  note: string | null;
  /** What the school learns about the donor. */
  shared: string;
  /** Whether the donor gets an email once the school confirms. */
  emailUpdates: boolean;
};

/** The ticket as it will be submitted. */
export function ReviewTicket({ school, dollars, points, fund, source }: ReviewProps) {
  const { rate, balance } = source;
  const money = {
    amount: formatDollars(toCents(dollars)),
    points: balanceTexts(balance, points).taken,
  };
  return (
    <DraftTicket school={school} money={money} rate={rate} pointsAge={balance?.age} fund={fund} />
  );
}

type RateChangedProps = Pick<ReviewProps, "dollars" | "points"> & {
  rate: number;
  /** The rate on the first review, as the form sent it. */
  was: number;
};

/** Shown on the review if the rate has changed since the first review. */
export function RateChanged({ dollars, points, rate, was }: RateChangedProps) {
  if (!(was > 0 && was < Number.MAX_SAFE_INTEGER)) {
    return <Notice urgent>This gift now takes {formatPoints(points)}.</Notice>;
  }
  const before = pointsFor(toCents(dollars), was).toLocaleString("en-US");
  return (
    <Notice urgent>
      The rate changed: {formatRate(was)} is now {formatRate(rate)}. This gift takes{" "}
      {formatPoints(points)} instead of {before}.
    </Notice>
  );
}

/** Details that aren't on the ticket, and when points are used. */
export function ReviewDetails(props: ReviewProps) {
  const { school, points, fund, source, note, shared, emailUpdates } = props;
  const hint = balanceTexts(source.balance, points).over;
  return (
    <div className="min-w-0">
      {hint && (
        <div className="mb-2">
          <Notice>
            <p className="flex gap-1">
              <WarningShape />
              {hint}
            </p>
          </Notice>
        </div>
      )}
      <Facts
        facts={{
          "Received by": school.foundation_name,
          "Pay with": `${source.programName}, ${source.bankName}`,
          "For your taxes": (
            <TaxText>
              {`${fund.taxDetail ?? "The school decides what your receipt says."} Ask a tax advisor.`}
            </TaxText>
          ),
          "Your note": Boolean(note) && <span className="whitespace-pre-wrap">{note}</span>,
          [`${school.name} receives`]: shared,
          "Email updates": emailUpdates ? `When ${school.name} confirms` : "Off",
        }}
      />
      <p className="mt-2 text-quiet">
        {source.asksBank
          ? `${source.bankName} holds your points when you give, and uses them once ${school.name} confirms.`
          : `${source.bankName} uses your points only after ${school.name} confirms.`}
      </p>
    </div>
  );
}
