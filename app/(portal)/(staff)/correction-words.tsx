/** Corrections with their legs, as the pages of banks, foundations, and the operator show them. */
import type { ReactNode } from "react";
import { step } from "#components/desk/record.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { Step } from "#components/ui/timeline.tsx";
import type { GiftCorrection } from "#lib/corrections/queries.ts";
import { formatDollarsAndCents, formatPoints, toCents } from "#lib/money.ts";

type Legs = GiftCorrection["legs"];
type Shown = Pick<GiftCorrection, "status" | "legs" | "points_due" | "dollar_amount"> &
  Partial<Pick<GiftCorrection, "awaits_approval" | "awaits_foundation" | "points_returned">> & {
    /** Whether this is what would happen, and nothing has. */
    isPreview?: boolean;
  };

const LEGS: Record<keyof Legs, string> = {
  platform_credit: "Credit",
  books: "Books",
  receipt: "Receipt",
  points: "Points",
  file: "School’s file",
};

const VERBS = { cancel: "Cancel", reverse: "Reverse", redirect: "Redirect" } as const;

/** "Redirect $20.00 to Rowing, Ohio State" */
export function correctionTitle(correction: GiftCorrection): string {
  const { kind, dollar_amount, fund_designation: fund, targetName } = correction;
  const amount = formatDollarsAndCents(toCents(dollar_amount));
  return `${VERBS[kind]} ${amount}${fund ? ` to ${fund}, ${targetName}` : ""}`;
}

function creditText({ awaits_approval, awaits_foundation }: Shown): string {
  if (awaits_approval) return "A second person decides";
  return awaits_foundation ? "The foundation decides" : "Under way";
}

/** What would happen to a leg. */
const PREVIEWS: Record<keyof Legs, (shown: Shown) => string> = {
  platform_credit: ({ status }) =>
    status === "succeeded" ? "Never made: it ends at once" : "The school is asked to take it back",
  books: ({ dollar_amount }) =>
    `You owe ${formatDollarsAndCents(toCents(dollar_amount))} less, on the open statement`,
  receipt: () => "If there is one, it’s corrected",
  points: ({ points_due }) => `An event tells you to return ${formatPoints(points_due)}`,
  file: () => "In a closed batch: the foundation decides",
};

function textOf(name: keyof Legs, shown: Shown): ReactNode {
  const { state, at } = shown.legs[name];
  if (state === "not_needed") return "Not needed";
  if (shown.isPreview) return PREVIEWS[name](shown);
  if (state === "refused") return "Refused";
  if (name === "points") {
    return state === "done"
      ? `${formatPoints(shown.points_returned ?? 0)} returned`
      : `${state === "told" ? "Told. " : ""}Return ${formatPoints(shown.points_due)}`;
  }
  if (state !== "done") return name === "platform_credit" ? creditText(shown) : "Next";
  return <>Done {at && <Moment at={at} as="day" />}</>;
}

/** A leg that hasn't begun has no tone. */
function toneOf(name: keyof Legs, { legs, status, isPreview }: Shown) {
  const { state } = legs[name];
  if (isPreview) return null;
  if (state === "done") return "completed";
  if (state === "refused") return "failed";
  const isBegun = state === "told" || name === "platform_credit" || status === "succeeded";
  return state !== "not_needed" && isBegun ? "waiting" : null;
}

const RULES = {
  completed: "border-completed",
  failed: "border-failed",
  waiting: "border-waiting",
} as const;

/** Where each part of a correction is: as columns on a page, as rows in the panel. */
export const CorrectionLegs = (shown: Shown) => (
  <ul className="mt-1 grid gap-1 @min-[44rem]/record:grid-cols-5">
    {(Object.keys(LEGS) as (keyof Legs)[]).map((name) => {
      const tone = toneOf(name, shown);
      return (
        <li
          key={name}
          className={`border-t-3 pt-0.5 ${tone ? RULES[tone] : "border-edge border-dashed"}`}
        >
          <RowStatus tone={tone}>{LEGS[name]}</RowStatus>
          <span className="block text-fine text-quiet">{textOf(name, shown)}</span>
        </li>
      );
    })}
  </ul>
);

const TONES = { pending: "waiting", succeeded: "completed", refused: "failed" } as const;

/** @param actions what the reader may decide about it */
export const correctionStep = (correction: GiftCorrection, actions: ReactNode = null): Step =>
  step(
    TONES[correction.status],
    correctionTitle(correction),
    new Date(correction.created_at),
    <>
      <bdi className="block wrap-anywhere">{correction.reason}</bdi>
      {correction.refusal_reason && (
        <span className="block wrap-anywhere">
          Refused: <bdi>{correction.refusal_reason}</bdi>
        </span>
      )}
      <CorrectionLegs {...correction} />
      {actions}
    </>,
  );
