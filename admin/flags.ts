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

/** An ID. */
export function idFlag(given: string): string {
  const parsed = uuid.safeParse(given);
  if (!parsed.success) throw new InvalidArgumentError("It must be a UUID.");
  return parsed.data;
}

/** How many rows to show. */
export function limitFlag(given: string): number {
  const limit = Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new InvalidArgumentError("It must be a whole number from 1 to 1000.");
  }
  return limit;
}

/** A number of rows or bytes. */
export function countFlag(given: string): number {
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new InvalidArgumentError("It must be a whole number of at least 1.");
  }
  return count;
}

/** An email address. */
export function emailFlag(given: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(given) || hasControlCharacters(given)) {
    throw new InvalidArgumentError("It must be an email address.");
  }
  return given;
}

/** The values of a repeatable flag so far; `false` if it was emptied before, as in `--no-app-scheme`. */
type Previous = string[] | false;

const appendTo = (before: Previous, given: string): string[] => [...(before || []), given];

/** An origin, added to the previous ones. */
export function originFlag(given: string, before: Previous = []): string[] {
  if (!URL.canParse(given) || new URL(given).origin !== given) {
    throw new InvalidArgumentError("It must be an origin, such as https://app.bank.example.");
  }
  return appendTo(before, given);
}

/** An app's scheme, added to the previous ones. */
export function appSchemeFlag(given: string, before: Previous = []): string[] {
  if (!isAppScheme(given)) {
    throw new InvalidArgumentError("It must be an app's URL scheme, such as examplebank.");
  }
  return appendTo(before, given);
}

/** Where a bank's customers are sent back to, added to those before it. */
export function redirectUriFlag(given: string, before: Previous = []): string[] {
  if (!isRedirectAddress(given) || given.includes("#")) {
    throw new InvalidArgumentError(
      "It must be an https URL, an http URL on loopback, or a URL with an app's scheme, without a fragment.",
    );
  }
  return appendTo(before, given);
}

/** An http or https URL. */
export function urlFlag(given: string): string {
  if (/\s/.test(given) || hasControlCharacters(given) || !URL.canParse(given)) {
    throw new InvalidArgumentError("It must be an http or https URL.");
  }
  if (!/^https?:$/.test(new URL(given).protocol) || !namesItsHost(given)) {
    throw new InvalidArgumentError("It must be an http or https URL.");
  }
  return given;
}

/** A name, on one line. */
export function nameFlag(given: string): string {
  if (given.trim() === "" || given.length > 255 || hasControlCharacters(given)) {
    throw new InvalidArgumentError("It must have 1 to 255 characters and no control characters.");
  }
  return given;
}

/** Points per dollar, limited so that even the largest donation's points are exact integers. */
export function rateFlag(given: string): number {
  const value = Number(given);
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(given) || value <= 0 || value > MAX_POINTS_PER_DOLLAR) {
    throw new InvalidArgumentError(
      `It must be greater than 0 and at most ${MAX_POINTS_PER_DOLLAR}, with up to six decimals.`,
    );
  }
  return value;
}

/** An amount in dollars, over 0. */
export function dollarsFlag(given: string): Cents {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(given) || Number(given) <= 0) {
    throw new InvalidArgumentError("It must be an amount in dollars, such as 1000 or 999.50.");
  }
  return toCents(Number(given));
}

/** The same, or `none` for no limit. */
export const limitInDollarsFlag = (given: string): Cents | "none" =>
  given === "none" ? given : dollarsFlag(given);

/** The name of a time zone. */
export function timeZoneFlag(given: string): string {
  if (!isTimeZone(given)) {
    throw new InvalidArgumentError("It must be a time zone, such as America/New_York.");
  }
  return given;
}

/** A foundation's employer identification number (EIN). */
export function einFlag(given: string): string {
  if (!/^\d{2}-\d{7}$/.test(given)) {
    throw new InvalidArgumentError("It must be an EIN, such as 12-3456789.");
  }
  return given;
}

/** A postal address. */
export function addressFlag(given: string): string {
  const address = given.trim();
  if (address.length === 0 || address.length > 500) {
    throw new InvalidArgumentError("It must have 1 to 500 characters.");
  }
  return address;
}

/** A day in UTC that has begun. */
export function dayFlag(given: string): string {
  const parsed = day.safeParse(given);
  if (!parsed.success) throw new InvalidArgumentError("It must be a date, such as 2026-11-21.");
  if (!hasBegun(parsed.data, new Date())) {
    throw new InvalidArgumentError("This day hasn't begun yet in UTC.");
  }
  return parsed.data;
}
