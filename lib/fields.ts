/**
 * The field types of contracts. Types are strict (`"10"` is not a number), nothing is trimmed, and all
 * checks of a field run, so that one response lists all violations.
 */
import { z } from "zod";
import { env } from "./env.ts";
import type { ViolationType } from "./errors.ts";
import { type Cents, isWholeCents } from "./money.ts";
import { characterCount, hasControlCharacters, isVisible } from "./text.ts";

type CheckContext<T> = z.core.ParsePayload<T>;

/** Reports a violation with one of our own types. */
export function addViolation<T>(
  context: CheckContext<T>,
  type: ViolationType,
  message: string,
  path: string[] = [],
): void {
  context.issues.push({
    code: "custom",
    message,
    path,
    params: { type },
    input: context.value,
    continue: true,
  });
}

/** A check that reports a `value_error`. */
const reject =
  <T>(isInvalid: (value: T) => boolean, message: string) =>
  (context: CheckContext<T>): void => {
    if (isInvalid(context.value)) addViolation(context, "value_error", message);
  };

/** Rejects text that can't be stored: Postgres cannot store NUL, and half a surrogate pair would not round-trip. */
const STORABLE = [
  reject((text: string) => text.includes("\0"), "Value must not contain a NUL character"),
  reject((text: string) => !text.isWellFormed(), "Value must be well-formed Unicode"),
];

export const storable = z.string().check(...STORABLE);

/** Makes a cross-field check run even if a field is invalid, so that one response lists all violations. */
export const runEvenIfInvalid = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** Text with a length limit in code points. Returned as sent. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return storable
    .check((context) => {
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

/**
 * Like `text`, for one line that people read, such as a name: no control characters, line breaks, or changes of the text
 * direction, and something to see. Joiners between visible characters stay: emoji and Indic scripts need them.
 */
export function line(length: { min?: number; max: number }) {
  return text(length).check((context) => {
    // A NUL and missing text are already reported.
    const value = context.value.replaceAll("\0", "");
    if (hasControlCharacters(value)) {
      addViolation(context, "value_error", "Value must not contain control characters");
    } else if (value !== "" && !isVisible(value)) {
      addViolation(context, "value_error", "Value must contain a visible character");
    }
  });
}

/** Printable ASCII, for header values. */
export const printable = (length: { min: number; max: number }) =>
  text(length).check(
    reject(
      (value) => !/^[\x20-\x7e]*$/.test(value),
      "Value must consist of printable ASCII characters",
    ),
  );

/** Longer than any stored text, so that it matches nothing. */
const UNMATCHABLE = "\ufffd".repeat(4_096);

/**
 * A free-text filter. Any value is valid: text that can't be stored, which Postgres would reject, is
 * replaced with text that matches nothing.
 */
export const filterText = z
  .string()
  .transform((text) => (text.includes("\0") || !text.isWellFormed() ? UNMATCHABLE : text));

/** The same, if it may be omitted. */
export const textFilter = filterText.optional();

/**
 * An email address with letters of any script (RFC 6531): a dot-atom, and a domain of at least two labels.
 * No control characters, and no characters that change the text direction.
 */
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(
  `^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?![\\p{N}-]+$)${LABEL}$`,
  "u",
);

/** An email address of at most 254 characters (RFC 5321). Returned as sent. */
export const email = z
  .email({ pattern: EMAIL })
  .max(254)
  .check(...STORABLE);

/** A UUID in a path or body. */
export const uuid = z.guid().transform((id) => id.toLowerCase());

export const responseUuid = z.guid().meta({ format: "uuid" });

const FRACTION = /\.(\d{1,3})(\d*)/;

/** The instant, rounded up to the next millisecond, or undefined if the database could not store it. */
function instantOf(text: string): Date | undefined {
  const [, milliseconds = "", rest = ""] = FRACTION.exec(text) ?? [];
  const whole = Date.parse(text.replace(FRACTION, ""));
  const at = new Date(whole + Number(milliseconds.padEnd(3, "0")) + (/[1-9]/.test(rest) ? 1 : 0));
  return at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999 ? at : undefined;
}

const dateTime = z.iso.datetime({ offset: true });

/**
 * A point in time in a query: RFC 3339 with `Z` or an offset; `t` and `z` may be lower case (section
 * 5.6). Fractions of a millisecond are rounded up, which is exact for "not before" and "before", since
 * stored times have whole milliseconds.
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

/** A date in a query: `2026-11-21`, in a year that the database can store. */
export const day = z.iso
  .date()
  .check((context) => {
    if (!context.value.startsWith("0000")) return;
    context.issues.push({ code: "invalid_format", format: "date", input: context.value });
  })
  .meta({ format: "date" });

/** A point in time in a response: RFC 3339, UTC, milliseconds. */
export const responseTime = z.iso.datetime({ precision: 3 }).meta({ format: "date-time" });

/** Text in a response, or null. */
export const nullableText = z.string().nullable();

/** The same, for a point in time, and for an ID. */
export const nullableTime = responseTime.nullable();
export const nullableUuid = responseUuid.nullable();

/** An object that the OpenAPI document names, with examples of it. */
export const component = <Fields extends z.core.$ZodLooseShape>(
  id: string,
  examples: unknown[],
  fields: Fields,
) => z.object(fields).meta({ id, examples });

export const responseDollars = z.number().nonnegative().describe("The amount in US dollars.");

/** An amount in dollars: above zero, whole cents, at most the configured maximum. */
export const dollarAmount = z
  .number()
  .gt(0)
  .check((context) => {
    const maximum = env().maxDonationCents / 100;
    if (context.value > maximum) {
      const limit = { maximum, origin: "number" as const, inclusive: true, continue: true };
      context.issues.push({ code: "too_big", ...limit, input: context.value });
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
    // Not `multipleOf: 0.01`: in floating point, 19.99 isn't a multiple of it, so common validators would reject it.
    // The maximum is configured, so it's read when the document is generated.
    get maximum() {
      return env().maxDonationCents / 100;
    },
  });

/**
 * An integer. With zod's own, a fraction prevents an object's other checks from running. If the input isn't
 * a number, the message is the violation's type.
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
/** A record can't hold this key: it would be lost silently. */
const LOST_KEY = "__proto__";
/** For all keys and values together, in UTF-8: a page can list a hundred of these. */
export const MAX_PAIRS_BYTES = 8_192;

const bytesOf = (pairs: Record<string, string>) =>
  Object.entries(pairs).reduce((sum, pair) => sum + Buffer.byteLength(pair.join("")), 0);

/** Drops excess pairs before validation: one too many is enough to reject them all. */
function dropExcessPairs(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (Object.hasOwn(value, LOST_KEY)) {
    const issue = { message: `${LOST_KEY} can't be a key`, params: { type: "value_error" } };
    context.addIssue({ code: "custom", ...issue, input: value });
  }
  const entries = Object.entries(value);
  return entries.length > MAX_PAIRS + 1
    ? Object.fromEntries(entries.slice(0, MAX_PAIRS + 1))
    : value;
}

const rejectKeys = (isInvalid: (key: string) => boolean, message: string) =>
  reject((value: Record<string, string>) => Object.keys(value).some(isInvalid), message);

const pairs = z
  .record(z.string(), text({ max: 500 }))
  .check(
    reject(
      (value) => Object.keys(value).length > MAX_PAIRS,
      `At most ${MAX_PAIRS} pairs are allowed`,
    ),
    reject(
      (value) => bytesOf(value) > MAX_PAIRS_BYTES,
      "Keys and values must not exceed 8 KiB in all",
    ),
    rejectKeys(
      (key) => key.length === 0 || characterCount(key) > 40,
      "Keys must have 1 to 40 characters",
    ),
    rejectKeys(
      (key) => key.includes("\0") || !key.isWellFormed(),
      "Keys must be well-formed Unicode without NUL characters",
    ),
  )
  .meta({ maxProperties: MAX_PAIRS, propertyNames: { minLength: 1, maxLength: 40 } });

/** Key-value pairs, returned as sent: at most 50, keys of 1-40, values of up to 500 characters, 8 KiB in all. */
export const metadata = z.preprocess(dropExcessPairs, pairs);

const UNMATCHABLE_CENTS = -1 as Cents;

/** A whole number in a path or a query. */
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^-?\d+$/, { error: "int_parsing" })
    .transform(Number)
    .pipe(z.number().gte(from).lte(to))
    .meta({ type: "integer", minimum: from, maximum: to });

/** What a list's query has, besides its filters. */
export const paging = (defaultLimit: number) => ({
  limit: wholeNumber(1, 100)
    .default(defaultLimit)
    .describe("The most items per page, 1 to 100. A page also ends at 512 KiB."),
  cursor: text({ max: 2048 })
    .optional()
    .describe("The `meta.next_cursor` of the previous page. Use it with the same filters."),
});

/** A boolean in a query. */
export const flag = z
  .enum(["true", "false", "1", "0"], { error: "bool_parsing" })
  .transform((value) => value === "true" || value === "1")
  .meta({ type: "boolean" });

/** A dollar amount in a query, as cents. An amount that no donation can have is valid and matches nothing. */
export const amountFilter = z
  .string()
  .regex(/^\d+(\.\d+)?$/, { error: "float_type" })
  .transform((text, context) => {
    const cents = Math.round(Number(text) * 100);
    if (!Number.isSafeInteger(cents)) return UNMATCHABLE_CENTS;
    if (/^\d+(\.\d\d?0*)?$/.test(text)) return cents as Cents;
    addViolation(context, "decimal_max_places", "Input should have no more than 2 decimal places");
    return z.NEVER;
  })
  .meta({ type: "number", minimum: 0 });
