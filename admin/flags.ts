/** Flag parsers, used as `flag.id` and so on: each returns a valid value, or throws a message that says what's wrong. */
import { type Command, InvalidArgumentError } from "commander";
import { MAX_POINTS_PER_DOLLAR } from "#lib/banks/mutations.ts";
import { isAppScheme, isOrigin, isRedirectUri } from "#lib/banks/redirects.ts";
import { isTimeZone } from "#lib/calendar.ts";
import * as field from "#lib/fields.ts";
import { type Cents, toCents } from "#lib/money.ts";
import { hasBegun } from "#lib/reconciliation/contract.ts";
import { EIN, MAX_MAILING_ADDRESS_LENGTH } from "#lib/schools/participation/receipts.ts";
import { hasControlCharacters, hasExplicitHost, isVisible } from "#lib/text.ts";

/** A parser for text. @param must completes "It must …" in the error */
function textFlag(must: string, isValid: (text: string) => boolean) {
  return (text: string): string => {
    if (!isValid(text)) throw new InvalidArgumentError(`It must ${must}.`);
    return text;
  };
}

/** A parser for a flag that can be repeated. `previous` is `false` after `--no-…`, which clears the list. */
function listFlag(must: string, isValid: (text: string) => boolean) {
  const parse = textFlag(must, isValid);
  return (text: string, previous: string[] | false = []): string[] => [
    ...(previous || []),
    parse(text),
  ];
}

function numberFlag(must: string, isValid: (value: number, text: string) => boolean) {
  return (text: string): number => {
    const value = Number(text);
    if (!isValid(value, text)) throw new InvalidArgumentError(`It must ${must}.`);
    return value;
  };
}

/** An ID, in lower case. */
export function id(text: string): string {
  const parsed = field.uuid.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError("It must be a UUID.");
  return parsed.data;
}

/** Commands of a noun about one thing, which the flag of this name identifies. */
export const ofOne =
  (noun: Command, what: string) =>
  (name: string, description = "") =>
    noun.command(name).description(description).requiredOption(`--${what} <${what}_id>`, "", id);

const wholeNumber = (maximum: number) =>
  numberFlag(
    `be a whole number from 1 to ${maximum}`,
    (value) => Number.isInteger(value) && value >= 1 && value <= maximum,
  );

/** How many rows to show. */
export const limit = wholeNumber(1000);

export const businessDays = wholeNumber(30);

/** Terms of payment. */
export const days = numberFlag(
  "be a whole number from 0 to 365",
  (value, text) => /^\d{1,3}$/.test(text) && value <= 365,
);

/** A number of rows or bytes. */
export const count = numberFlag(
  "be a whole number of at least 1",
  (count) => Number.isSafeInteger(count) && count >= 1,
);

/** Points per dollar, limited so that even the largest donation's points are exact integers. */
export const rate = numberFlag(
  `be greater than 0 and at most ${MAX_POINTS_PER_DOLLAR}, with up to six decimals`,
  (rate, text) => /^\d{1,7}(\.\d{1,6})?$/.test(text) && rate > 0 && rate <= MAX_POINTS_PER_DOLLAR,
);

export const email = textFlag(
  "be an email address",
  (text) => /^[^\s@]+@[^\s@]+$/.test(text) && !hasControlCharacters(text),
);

export const origin = listFlag("be an origin, such as https://app.bank.example", isOrigin);

export const appScheme = listFlag("be an app's URL scheme, such as examplebank", isAppScheme);

export const redirectUri = listFlag(
  "be an https URL, an http URL on loopback, or a URL with an app's scheme, without a fragment",
  isRedirectUri,
);

export const url = textFlag(
  "be an http or https URL",
  (text) =>
    !/\s/.test(text) &&
    !hasControlCharacters(text) &&
    URL.canParse(text) &&
    /^https?:$/.test(new URL(text).protocol) &&
    hasExplicitHost(text),
);

const lineFlag = (maximum: number) =>
  textFlag(
    `have 1 to ${maximum} characters, one of them visible, and no control characters`,
    (text) => isVisible(text) && text.length <= maximum && !hasControlCharacters(text),
  );

export const name = lineFlag(255);
export const wireReference = lineFlag(140);
/** An account in a general ledger. */
export const account = lineFlag(60);

export const timeZone = textFlag("be a time zone, such as America/New_York", isTimeZone);

/** A foundation's employer identification number. */
export const ein = textFlag("be an EIN, such as 12-3456789", (text) => EIN.test(text));

const trimmed = textFlag(
  "have 1 to 500 characters",
  (text) => text.length >= 1 && text.length <= MAX_MAILING_ADDRESS_LENGTH,
);

/** A postal address, trimmed. */
export const address = (text: string): string => trimmed(text.trim());

const dollarText = textFlag(
  "be an amount in dollars, such as 1000 or 999.50",
  (text) => /^\d{1,9}(\.\d{1,2})?$/.test(text) && Number(text) > 0,
);

/** An amount in dollars, greater than 0. */
export const dollars = (text: string): Cents => toCents(Number(dollarText(text)));

/** An amount in dollars, or `none`: false, for no limit. */
export const limitInDollars = (text: string): Cents | false =>
  text === "none" ? false : dollars(text);

export function onOrOff(text: string): boolean {
  if (text !== "on" && text !== "off") throw new InvalidArgumentError("It must be on or off.");
  return text === "on";
}

/** A UTC day that has begun. */
export function day(text: string): string {
  const parsed = field.day.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError("It must be a date, such as 2026-11-21.");
  if (!hasBegun(parsed.data, new Date())) {
    throw new InvalidArgumentError("This day hasn't begun yet in UTC.");
  }
  return parsed.data;
}

const wholeHour = numberFlag(
  "be an hour from 0 to 23, or none",
  (value, text) => /^\d{1,2}$/.test(text) && value <= 23,
);

/** An hour of the day, or none. */
export const hour = (text: string): number | "none" => (text === "none" ? text : wholeHour(text));

/** A code of a foundation's own program. */
export const code = textFlag(
  "have at most 100 characters, without control characters",
  (text) => text.length <= 100 && !hasControlCharacters(text),
);

/** A name and a code, such as `annual-fund=AF-01`; repeatable. */
export function pair(text: string, previous: [string, string][] = []): [string, string][] {
  const [, key, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (!key || !value) throw new InvalidArgumentError("It must look like name=code.");
  return [...previous, [key, code(value)]];
}
