/**
 * The fields that contracts are made of. Types are strict (`"10"` is no number), nothing is trimmed,
 * and every check of a field runs, so that one answer lists all that is wrong with it.
 */
import { z } from "zod";
import { env } from "./env.ts";
import type { ViolationType } from "./errors.ts";
import { isWholeCents } from "./money.ts";
import { characterCount, hasControlCharacters } from "./text.ts";

type CheckContext<T> = z.core.ParsePayload<T>;

/** Reports a violation with one of our own types. */
export function addViolation<T>(
  context: CheckContext<T>,
  type: ViolationType,
  message: string,
): void {
  context.issues.push({
    code: "custom",
    message,
    params: { type },
    input: context.value,
    continue: true,
  });
}

/** What no text may hold: Postgres cannot store NUL, and half a surrogate pair would not come back. */
function checkStorable(context: CheckContext<string>): void {
  if (context.value.includes("\0")) {
    addViolation(context, "value_error", "Value must not contain a NUL character");
  }
  if (!context.value.isWellFormed()) {
    addViolation(context, "value_error", "Value must be well-formed Unicode");
  }
}

/** For a check over several fields: it runs also where a field is wrong, so that one answer lists all. */
export const evenIfInvalid = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** Text of so many characters (code points). Comes back as sent. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return z
    .string()
    .check((context) => {
      checkStorable(context);
      const count = characterCount(context.value);
      const limits = { origin: "string" as const, inclusive: true, input: context.value };
      if (count < min) {
        context.issues.push({ code: "too_small", minimum: min, continue: true, ...limits });
      }
      if (count > max) {
        context.issues.push({ code: "too_big", maximum: max, continue: true, ...limits });
      }
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

/** The same for what is shown on one line: without control characters. */
export function line(length: { min?: number; max: number }) {
  return text(length).check((context) => {
    // A NUL has been named already.
    if (!hasControlCharacters(context.value.replaceAll("\0", ""))) return;
    addViolation(context, "value_error", "Value must not contain control characters");
  });
}

/** Longer than any text that is stored: nothing equals it, and nothing holds it. */
const UNMATCHABLE = "\ufffd".repeat(4_096);

/**
 * A filter of free text. It is never wrong, whatever its length or value: what no row can hold matches
 * nothing, and the database, which refuses to be asked for some of it, is asked for something else.
 */
export const filterText = z
  .string()
  .transform((text) => (text.includes("\0") || !text.isWellFormed() ? UNMATCHABLE : text));

/**
 * An email address as people have them, letters of every script among them (RFC 6531): a dot-atom, and a
 * domain of at least two labels. No control characters, no marks that change the direction of text.
 */
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(
  `^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?![\\p{N}-]+$)${LABEL}$`,
  "u",
);

/** An email address of at most 254 characters (RFC 5321). Comes back as sent. */
export const email = z
  .email({ pattern: EMAIL })
  .max(254)
  .check((context) => checkStorable(context));

/** A UUID in a path or body. */
export const uuid = z.guid().transform((id) => id.toLowerCase());

/** A UUID in an answer. */
export const responseUuid = z.guid().meta({ format: "uuid" });

const FRACTION = /\.(\d{1,3})(\d*)/;

/** The instant, rounded up to the next millisecond, or nothing where no database could keep it. */
function instantOf(text: string): Date | undefined {
  const [, milliseconds = "", rest = ""] = FRACTION.exec(text) ?? [];
  const whole = Date.parse(text.replace(FRACTION, ""));
  const at = new Date(whole + Number(milliseconds.padEnd(3, "0")) + (/[1-9]/.test(rest) ? 1 : 0));
  return at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999 ? at : undefined;
}

const dateTime = z.iso.datetime({ offset: true });

/**
 * A point in time in a query: RFC 3339 with `Z` or an offset; `t` and `z` may be lower case (its
 * section 5.6). Finer than a millisecond, it is rounded up, which is exact for "not before" and
 * "before", since all that is stored has milliseconds.
 */
export const time = z
  .string()
  .transform((text, context) => {
    const upper = text.replace(/[tz]/g, (letter) => letter.toUpperCase());
    const at = dateTime.safeParse(upper).success ? instantOf(upper) : undefined;
    if (at) return at;
    context.issues.push({ code: "custom", message: "datetime_parsing", input: text });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

/** A day in a query: `2026-11-21`, of the years that a database can keep. */
export const day = z.iso
  .date()
  .check((context) => {
    if (!context.value.startsWith("0000")) return;
    context.issues.push({ code: "invalid_format", format: "date", input: context.value });
  })
  .meta({ format: "date" });

/** A point in time in an answer: RFC 3339, UTC, milliseconds. */
export const responseTime = z.iso.datetime({ precision: 3 }).meta({ format: "date-time" });

/** Dollars in an answer. */
export const responseDollars = z
  .number()
  .nonnegative()
  .meta({ description: "The amount in US dollars." });

/** An amount in dollars: over zero, whole cents, at most the configured maximum. */
export const dollarAmount = z
  .number()
  .gt(0)
  .check((context) => {
    const maximum = env().maxDonationCents / 100;
    if (context.value > maximum) {
      context.issues.push({
        code: "too_big",
        maximum,
        origin: "number",
        inclusive: true,
        input: context.value,
        continue: true,
      });
    } else if (!isWholeCents(context.value)) {
      addViolation(
        context,
        "decimal_max_places",
        "Input should have no more than 2 decimal places",
      );
    }
  })
  .meta({
    description: "The amount in US dollars, with at most two decimals.",
    examples: [25, 19.99],
  });

/**
 * A whole number. Not zod's own, whose complaint about a fraction keeps an object's other checks from
 * running. The message is the violation's type where the input is a number of another kind or none.
 */
export const integer = z
  .number({
    error: ({ code, input }) =>
      code === "invalid_type" && input !== undefined ? "int_type" : undefined,
  })
  .check(({ value, issues }) => {
    if (Number.isInteger(value)) return;
    issues.push({ code: "invalid_type", expected: "int", message: "int_type", input: value });
  })
  .lte(Number.MAX_SAFE_INTEGER)
  .meta({ type: "integer" });

const MAX_PAIRS = 50;

/** One pair too many says as much as thousands, each of which would be checked. */
function dropExcessPairs(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const pairs = Object.entries(value);
  return pairs.length > MAX_PAIRS + 1 ? Object.fromEntries(pairs.slice(0, MAX_PAIRS + 1)) : value;
}

const pairs = z
  .record(z.string(), text({ max: 500 }))
  .check((context) => {
    const keys = Object.keys(context.value);
    if (keys.length > MAX_PAIRS) {
      addViolation(context, "value_error", `At most ${MAX_PAIRS} pairs are kept`);
    }
    if (keys.some((key) => key.length === 0 || characterCount(key) > 40)) {
      addViolation(context, "value_error", "Keys must have 1 to 40 characters");
    }
    if (keys.some((key) => key.includes("\0") || !key.isWellFormed())) {
      addViolation(context, "value_error", "Keys must be well-formed text without NUL");
    }
  })
  .meta({ maxProperties: MAX_PAIRS, propertyNames: { minLength: 1, maxLength: 40 } });

/** Key-value pairs that come back as sent: at most 50, keys of 1-40, values of up to 500 characters. */
export const metadata = z.preprocess(dropExcessPairs, pairs);

/** `limit` of a list. */
export const limit = (standard: number) =>
  z
    .string()
    .regex(/^-?\d+$/, { error: "int_parsing" })
    .transform(Number)
    .pipe(z.number().gte(1).lte(100))
    .default(standard)
    .meta({
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: standard,
      description: "The number of items per page, 1 to 100.",
    });

/** `cursor` of a list. */
export const cursor = text({ max: 2048 }).optional().meta({
  description: "The `meta.next_cursor` of the previous page. Use it with the same filters.",
});

/** A boolean in a query. */
export const flag = z
  .enum(["true", "false", "1", "0"], { error: "bool_parsing" })
  .transform((value) => value === "true" || value === "1")
  .meta({ type: "boolean" });

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * True for an absolute address that a person may be sent to: https, http on loopback, or another scheme
 * (`examplebank:`) that may be an app's own. Whether it is, its bank has to have registered: no list of
 * schemes that programs on a person's machine act upon is ever complete.
 */
export function isRedirectAddress(address: string): boolean {
  if (!URL.canParse(address) || /\s/.test(address) || hasControlCharacters(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return hostname !== "";
  if (protocol === "http:") return LOOPBACK.test(hostname);
  return isAppScheme(protocol.slice(0, -1));
}

/** The scheme of an address that an app has to have registered; null for https and http. */
export function appSchemeOf(address: string): string | null {
  const { protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? null : protocol.slice(0, -1);
}

/** Schemes that the web gives a meaning, which no app can have for its own. */
const SCHEMES_OF_THE_WEB =
  /^(https?|javascript|data|vbscript|file|blob|about|filesystem|view-source|wss?|ftps?|intent|mailto|tel|sms)$/;

/** True for the name of a scheme that an app may call its own. */
export function isAppScheme(scheme: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,62}$/.test(scheme) && !SCHEMES_OF_THE_WEB.test(scheme);
}

/** An address to send a person back to. */
export const redirectAddress = text({ min: 1, max: 2048 }).check((context) => {
  if (!isRedirectAddress(context.value)) {
    context.issues.push({
      code: "invalid_format",
      format: "url",
      input: context.value,
      continue: true,
    });
  }
});
