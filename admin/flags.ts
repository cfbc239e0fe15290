/** Flag parsers: each returns a valid value, or throws a message that says what's wrong. */
import { InvalidArgumentError } from "commander";
import { MAX_POINTS_PER_DOLLAR } from "#lib/banks/mutations.ts";
import {
  day,
  isAppScheme,
  isRedirectAddress,
  isTimeZone,
  namesItsHost,
  uuid,
} from "#lib/fields.ts";
import { type Cents, toCents } from "#lib/money.ts";
import { hasBegun } from "#lib/reconciliation/day.ts";
import { hasControlCharacters } from "#lib/text.ts";

/** A parser for texts. @param must follows "It must" */
function textFlag(must: string, isValid: (given: string) => boolean) {
  return (given: string): string => {
    if (!isValid(given)) throw new InvalidArgumentError(`It must ${must}.`);
    return given;
  };
}

/** A parser for a flag that can be repeated. `before` is `false` after `--no-…`, which empties it. */
function listFlag(must: string, isValid: (given: string) => boolean) {
  const parse = textFlag(must, isValid);
  return (given: string, before: string[] | false = []): string[] => [
    ...(before || []),
    parse(given),
  ];
}

/** A parser for numbers. */
function numberFlag(must: string, isValid: (value: number, given: string) => boolean) {
  return (given: string): number => {
    const value = Number(given);
    if (!isValid(value, given)) throw new InvalidArgumentError(`It must ${must}.`);
    return value;
  };
}

/** An ID, in lower case. */
export function idFlag(given: string): string {
  const parsed = uuid.safeParse(given);
  if (!parsed.success) throw new InvalidArgumentError("It must be a UUID.");
  return parsed.data;
}

/** How many rows to show. */
export const limitFlag = numberFlag(
  "be a whole number from 1 to 1000",
  (limit) => Number.isInteger(limit) && limit >= 1 && limit <= 1000,
);

/** A number of rows or bytes. */
export const countFlag = numberFlag(
  "be a whole number of at least 1",
  (count) => Number.isSafeInteger(count) && count >= 1,
);

/** Points per dollar, limited so that even the largest donation's points are exact integers. */
export const rateFlag = numberFlag(
  `be greater than 0 and at most ${MAX_POINTS_PER_DOLLAR}, with up to six decimals`,
  (rate, given) => /^\d{1,7}(\.\d{1,6})?$/.test(given) && rate > 0 && rate <= MAX_POINTS_PER_DOLLAR,
);

export const emailFlag = textFlag(
  "be an email address",
  (given) => /^[^\s@]+@[^\s@]+$/.test(given) && !hasControlCharacters(given),
);

export const originFlag = listFlag(
  "be an origin, such as https://app.bank.example",
  (given) => URL.canParse(given) && new URL(given).origin === given,
);

export const appSchemeFlag = listFlag("be an app's URL scheme, such as examplebank", isAppScheme);

/** Where a bank's customers are sent back to. */
export const redirectUriFlag = listFlag(
  "be an https URL, an http URL on loopback, or a URL with an app's scheme, without a fragment",
  (given) => isRedirectAddress(given) && !given.includes("#"),
);

export const urlFlag = textFlag(
  "be an http or https URL",
  (given) =>
    !/\s/.test(given) &&
    !hasControlCharacters(given) &&
    URL.canParse(given) &&
    /^https?:$/.test(new URL(given).protocol) &&
    namesItsHost(given),
);

/** A name, on one line. */
export const nameFlag = textFlag(
  "have 1 to 255 characters and no control characters",
  (given) => given.trim() !== "" && given.length <= 255 && !hasControlCharacters(given),
);

export const timeZoneFlag = textFlag("be a time zone, such as America/New_York", isTimeZone);

/** A foundation's employer identification number. */
export const einFlag = textFlag("be an EIN, such as 12-3456789", (given) =>
  /^\d{2}-\d{7}$/.test(given),
);

const isAddress = (given: string) => given.length >= 1 && given.length <= 500;

/** A postal address, trimmed. */
export const addressFlag = (given: string): string =>
  textFlag("have 1 to 500 characters", isAddress)(given.trim());

const dollars = textFlag(
  "be an amount in dollars, such as 1000 or 999.50",
  (given) => /^\d{1,9}(\.\d{1,2})?$/.test(given) && Number(given) > 0,
);

/** An amount in dollars, over 0. */
export const dollarsFlag = (given: string): Cents => toCents(Number(dollars(given)));

/** The same, or `none` for no limit: false. */
export const limitInDollarsFlag = (given: string): Cents | false =>
  given === "none" ? false : dollarsFlag(given);

/** A day in UTC that has begun. */
export function dayFlag(given: string): string {
  const parsed = day.safeParse(given);
  if (!parsed.success) throw new InvalidArgumentError("It must be a date, such as 2026-11-21.");
  if (!hasBegun(parsed.data, new Date())) {
    throw new InvalidArgumentError("This day hasn't begun yet in UTC.");
  }
  return parsed.data;
}
