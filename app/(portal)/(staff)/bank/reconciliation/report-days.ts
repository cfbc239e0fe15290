/** The days of a report in the URL: whole days in UTC, as in the API. */
import { oneOf } from "#app/filters.ts";
import type { BASES } from "#lib/reconciliation/contract.ts";
import { readPeriod } from "#lib/reports/period.ts";
import { PERIOD_FILTERS } from "../../period-picker.tsx";

export const RECONCILIATION = "/bank/reconciliation";

const { year: _, ...DAYS } = PERIOD_FILTERS;

/** By which day a donation counts. */
export const BY = {
  accepted: "By the day accepted",
  settled: "By the day confirmed or declined",
} as const satisfies Record<(typeof BASES)[number], string>;

export const REPORT_FILTERS = { ...DAYS, basis: oneOf(Object.keys(BY)) };

/** @returns the days for the query, and what the page's links keep */
export function readReportDays(query: Record<string, string>) {
  const today = new Date().toISOString().slice(0, 10);
  const period = readPeriod(query, today);
  const basis = query.basis === "settled" ? ("settled" as const) : ("accepted" as const);
  return { today, period, day: { date: period.first, through: period.last, basis } };
}
