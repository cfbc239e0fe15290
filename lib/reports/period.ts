/** The period of a report: whole days of the school's time zone. */
import { startOfDay } from "../calendar.ts";
import { DAY, formatDay, monthName } from "../dates.ts";
import { day } from "../fields.ts";

/** A fund filter that finds gifts to none of the school's funds. */
const NO_FUND = "-";

export type Period = {
  kind: "month" | "year" | "days";
  /** The first and the last day, such as `2026-11-01`. */
  first: string;
  last: string;
  /** "November 2026", "2026", "Fiscal year 2027", "Nov 3 – 17, 2026" */
  name: string;
  /** Whether it isn't over yet. */
  isOpen: boolean;
  /** The query parameters that name it. */
  query: Record<string, string>;
  /** What its gifts are summed by. */
  unit: "day" | "month";
};

/** A longer one is cut at its beginning. */
const MAX_YEARS = 10;
/** A longer one is summed by month. */
const MAX_DAYS_BY_DAY = 62;
const [EARLIEST_YEAR, LATEST_YEAR] = [2000, 2100];

const at = (text: string) => new Date(`${text}T00:00:00Z`);
const textOf = (date: Date) => date.toISOString().slice(0, 10);

/** "November 2026" */
export const formatMonth = (month: string): string => `${monthName(month)} ${month.slice(0, 4)}`;

/** The day this many days later. */
const later = (text: string, days: number) =>
  textOf(new Date(at(text).getTime() + days * 86_400_000));
const daysFrom = (first: string, last: string) =>
  Math.round((at(last).getTime() - at(first).getTime()) / 86_400_000) + 1;

/** The month this many months later: `2026-11` and 2 make `2027-01`. */
function monthLater(month: string, months: number): string {
  const date = at(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return textOf(date).slice(0, 7);
}

function monthPeriod(month: string, today: string): Period {
  const [first, last] = [`${month}-01`, later(`${monthLater(month, 1)}-01`, -1)];
  const name = formatMonth(month);
  return { kind: "month", first, last, name, isOpen: last >= today, query: { month }, unit: "day" };
}

/** The year in which a day's fiscal year ends. @param start the month in which it begins: 1 is January */
export const fiscalYearOf = (day: string, start: number): number =>
  Number(day.slice(0, 4)) + (start > 1 && Number(day.slice(5, 7)) >= start ? 1 : 0);

function yearPeriod(year: string, today: string, start: number): Period {
  const firstMonth = monthLater(`${Number(year) - (start > 1 ? 1 : 0)}-01`, start - 1);
  const [first, last] = [`${firstMonth}-01`, later(`${monthLater(firstMonth, 12)}-01`, -1)];
  const isOpen = last >= today;
  const name = start > 1 ? `Fiscal year ${year}` : year;
  return { kind: "year", first, last, name, isOpen, query: { year }, unit: "month" };
}

function daysPeriod(one: string, other: string, today: string): Period {
  const [from, last] = one <= other ? [one, other] : [other, one];
  const earliest = `${Number(last.slice(0, 4)) - MAX_YEARS}-01-01`;
  const first = from < earliest ? earliest : from;
  const name = first === last ? formatDay(first) : DAY.formatRange(at(first), at(last));
  const unit = daysFrom(first, last) > MAX_DAYS_BY_DAY ? "month" : "day";
  const query = { from: first, to: last };
  return { kind: "days", first, last, name, isOpen: last >= today, query, unit };
}

function isDay(text: string | undefined): text is string {
  const year = Number(text?.slice(0, 4));
  return day.safeParse(text).success && EARLIEST_YEAR <= year && year <= LATEST_YEAR;
}

/**
 * The period that a page's query names: a month, a fiscal year, or days. Anything else is this month.
 * @param today the school's day
 * @param start the month in which its fiscal year begins
 */
export function readPeriod(query: Record<string, string>, today: string, start = 1): Period {
  const { month, year, from, to } = query;
  if (isDay(`${month}-01`)) return monthPeriod(month as string, today);
  if (isDay(`${year}-01-01`)) return yearPeriod(year as string, today, start);
  if (isDay(from) || isDay(to)) {
    const last = isDay(to) ? to : today;
    return daysPeriod(isDay(from) ? from : `${last.slice(0, 4)}-01-01`, last, today);
  }
  return monthPeriod(today.slice(0, 7), today);
}

/**
 * The gift list's filter that finds exactly a report's total of a period.
 * @param key what a group has in common
 */
export function giftsOf(
  { first: from, last: to, unit }: Period,
  part: "confirmed" | "waiting" | "refused" | "time" | "fund" | "bank",
  key: string | null = null,
): Record<string, string> {
  if (part === "waiting") return { show: "waiting", from, to };
  if (part === "refused") return { show: "declined", date: "failed_at", from, to };
  const confirmed = { show: "confirmed", date: "gift_date", from, to };
  if (part === "fund") return { ...confirmed, fund: key ?? NO_FUND };
  if (key === null || part === "confirmed") return confirmed;
  if (part === "bank") return { ...confirmed, bank: key };
  const end = unit === "day" ? key : later(`${monthLater(key.slice(0, 7), 1)}-01`, -1);
  return { ...confirmed, from: key < from ? from : key, to: end > to ? to : end };
}

/** The period before it, of the same kind and length. */
export function periodBefore(
  { kind, first, last, query }: Period,
  today: string,
  start = 1,
): Period {
  if (kind === "month") return monthPeriod(monthLater(first.slice(0, 7), -1), today);
  if (kind === "year") return yearPeriod(String(Number(query.year) - 1), today, start);
  return daysPeriod(later(first, -daysFrom(first, last)), later(first, -1), today);
}

/** The months of a year, in order. */
export const monthsOf = ({ first }: Period): string[] =>
  Array.from({ length: 12 }, (_, n) => monthLater(first.slice(0, 7), n));

/** The month before a day's: `2026-10`. */
export const monthBefore = (day: string): string => monthLater(day.slice(0, 7), -1);

/** Its first and last day, and from its first instant, inclusive, to its last, exclusive. */
export const timesOf = ({ first, last }: Period, timeZone: string) => ({
  first,
  last,
  from: startOfDay(first, timeZone),
  to: startOfDay(last, timeZone, 1),
});

/** `report-2026-11.csv` */
export function fileNameOf(
  report: string,
  { kind, first, last, query }: Period,
  type: "csv" | "pdf",
): string {
  const days = { month: first.slice(0, 7), year: query.year, days: `${first}-${last}` };
  return `${report}-${days[kind]}.${type}`;
}
