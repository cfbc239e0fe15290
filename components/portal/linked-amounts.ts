/** Keeps a form's dollar and point fields in sync. */
import {
  type Cents,
  centsFor,
  formatDollars,
  isWholeCents,
  parseDollars,
  parsePoints,
  pointsFor,
  toCents,
} from "#lib/money.ts";

export type AmountSource = { accountId: string; program: string; rate: number };
type Entry = "dollar_amount" | "points";

/** Keeps the arithmetic within exact numbers. */
const MOST_DOLLARS = 1e12;

function centsIn(dollars: string): Cents | null {
  const usd = parseDollars(dollars);
  return usd !== null && usd <= MOST_DOLLARS && isWholeCents(usd) ? toCents(usd) : null;
}

const writeDollars = (cents: Cents) => formatDollars(cents).replace("$", "");
const writePoints = (points: number) => points.toLocaleString("en-US");

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement;

/**
 * Fills the other field; clears it if the input is not an amount.
 * @returns the amount in a sentence, or nothing
 */
export function fillOther(form: HTMLFormElement, written: Entry, sources: AmountSource[]): string {
  const accountId = new FormData(form).get("loyalty_account_id");
  const source = sources.find((known) => known.accountId === accountId);
  if (!source) return "";
  const [dollars, points] = [fieldOf(form, "dollar_amount"), fieldOf(form, "points")];
  if (written === "points") {
    const count = parsePoints(points.value);
    dollars.value = count === null ? "" : writeDollars(centsFor(count, source.rate));
  }
  const cents = centsIn(dollars.value);
  if (written === "dollar_amount") {
    points.value = cents === null ? "" : writePoints(pointsFor(cents, source.rate));
  }
  if (!cents) return "";
  const taken = writePoints(pointsFor(cents, source.rate));
  return `${formatDollars(cents)} takes ${taken} points of ${source.program}.`;
}

/** Fills both fields from a preset amount. @returns the amount in a sentence */
export function fillQuick(form: HTMLFormElement, dollars: string, sources: AmountSource[]): string {
  fieldOf(form, "dollar_amount").value = dollars.replace("$", "");
  return fillOther(form, "dollar_amount", sources);
}
