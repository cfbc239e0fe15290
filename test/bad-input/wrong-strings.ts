/**
 * Strings that a schema doesn't allow: known tricky ones, and an endless supply of random ones, which are
 * always invalid.
 */
import type { Random } from "../random.ts";
import type { StringSchema } from "./schemas.ts";

export type WrongString = { what: string; value: string };

const labeled = (what: string) => (value: string) => ({
  what: `${what} ${JSON.stringify(value.slice(0, 60))}`,
  value,
});

const UUID = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77";
const AT = "2026-03-04T05:06:07Z";
const EMAIL = "pat@bank.example";

const NEAR_UUIDS = [
  "",
  "x",
  "null",
  "0",
  "{}",
  UUID.slice(1),
  `${UUID}0`,
  UUID.replaceAll("-", ""),
  `{${UUID}}`,
  `urn:uuid:${UUID}`,
  ` ${UUID}`,
  `${UUID} `,
  `${UUID}\n`,
  `${UUID},${UUID}`,
  UUID.replace("0", "g"),
  UUID.replace("0", "０"),
  UUID.replaceAll("-", "–"),
  UUID.replace("-", ""),
  UUID.replace("1", "-"),
  `${UUID}\0`,
  `\0${UUID}`,
  "' or 1=1 --",
  UUID.repeat(200),
];
const NEAR_TIMES = [
  "",
  "now",
  "0",
  "1785000000",
  "2026-03-04",
  "2026-03-04T05:06:07",
  "2026-03-04 05:06:07",
  "2026-03-04T05:06Z",
  "2026-3-4T05:06:07Z",
  "26-03-04T05:06:07Z",
  "2026-03-04T05:06:07.Z",
  "2026-13-01T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-01-00T00:00:00Z",
  "2026-01-01T25:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:61Z",
  `${AT}Z`,
  ` ${AT}`,
  `${AT} `,
  `${AT}\n`,
  `${AT}\0`,
  `${AT}/${AT}`,
  "2026-03-04T05:06:07+2:00",
  "2026-03-04T05:06:07+0200",
  "2026-03-04T05:06:07+25:00",
  "2026-03-04T05:06:07+02",
  "2026-03-04T05:06:07 UTC",
  "2026-03-04T05:06:07Z[UTC]",
  "+012026-03-04T05:06:07Z",
  "-2026-03-04T05:06:07Z",
  "２０２６-03-04T05:06:07Z",
  "2026-W10-3T05:06:07Z",
  "Wed, 04 Mar 2026 05:06:07 GMT",
  "2026-03-04T05:06:07,5Z",
  "1e400",
  AT.repeat(200),
];
const NEAR_DATES = [
  "",
  "today",
  "0",
  "20260304",
  "2026-3-4",
  "26-03-04",
  "2026/03/04",
  "04.03.2026",
  "2026-03",
  "2026-13-01",
  "2026-00-01",
  "2026-02-30",
  "2025-02-29",
  "2026-04-31",
  "2026-01-00",
  "0000-01-01",
  "-2026-03-04",
  "+2026-03-04",
  "12026-03-04",
  "2026-W10-3",
  "2026-063",
  AT,
  " 2026-03-04",
  "2026-03-04 ",
  "2026-03-04\n",
  "2026-03-04\0",
  "２０２６-03-04",
  "2026–03–04",
  "2026-03-04Z",
  "2026-03-04,2026-03-05",
  "2026-03-04".repeat(300),
];
const INVALID_EMAILS = [
  "",
  "plain",
  "@bank.example",
  "pat@",
  "pat@@bank.example",
  "pat@bank@example",
  "p t@bank.example",
  "pat@bank..example",
  ".pat@bank.example",
  "pat..b@bank.example",
  ` ${EMAIL}`,
  `${EMAIL} `,
  `${EMAIL}\n`,
  `${EMAIL}\0`,
  `\0${EMAIL}`,
  `Pat <${EMAIL}>`,
  `${EMAIL},${EMAIL}`,
  "pat@bank .example",
  "pat@bank.example\r\nBcc: x@y.example",
  "a.".repeat(500),
  `${"a".repeat(250)}@b.example`,
  "a".repeat(10_000),
  "@".repeat(5_000),
  `${"a.".repeat(5_000)}@`,
  `a@${"b.".repeat(5_000)}`,
];

const nearEnum = ([first = "", ...others]: string[]) => [
  "",
  first.toUpperCase(),
  ` ${first}`,
  `${first} `,
  `${first}\n`,
  `${first}\0`,
  first.slice(1),
  `${first}s`,
  `${first},${first}`,
  `"${first}"`,
  "null",
  "undefined",
  "0",
  "constructor",
  first.replace("e", "е"),
  `${first}|${others.join("|")}`,
  "x".repeat(9_000),
];

/** Text that can't be stored, regardless of the schema. */
const UNSTORABLE = ["\0", "\0a", "a\0", "a\0b", "\0\0\0"];

function wrongTexts({ minLength = 0, maxLength = 0 }: StringSchema): WrongString[] {
  const tooLong = ["x", "é", "😀", " "].map((unit) => unit.repeat(maxLength + 1));
  return [
    ...UNSTORABLE.map(labeled("NUL")),
    ...(maxLength > 0 ? [...tooLong, "x".repeat(maxLength * 2 + 1)] : []).map(labeled("too long")),
    ...(minLength > 0 ? ["", "x".repeat(minLength - 1)] : []).map(labeled("too short")),
  ];
}

/** Values that careless validation of this schema would accept. */
export function wrongStrings(schema: StringSchema): WrongString[] {
  if (schema.enum) {
    const allowed = schema.enum;
    const near = nearEnum(allowed).filter((value) => !allowed.includes(value));
    return near.map(labeled("not in the list"));
  }
  if (schema.format === "uuid") return NEAR_UUIDS.map(labeled("not a UUID"));
  if (schema.format === "date-time") return NEAR_TIMES.map(labeled("not a date-time"));
  if (schema.format === "date") return NEAR_DATES.map(labeled("not a date"));
  if (schema.format === "email") return INVALID_EMAILS.map(labeled("not an email address"));
  if (schema.format) throw new Error(`unknown format ${schema.format}`);
  return wrongTexts(schema);
}

const NEVER_IN_FORMATS = ["x", "~", " ", "/", "\0", "é", "０", "\u202e", "😀", '"', "%", "\n"];

/**
 * A valid value with one character replaced, removed, or inserted, which is invalid in each of these formats.
 */
function corrupt(value: string, random: Random): string {
  const at = random.below(value.length);
  const other = random.pick(NEVER_IN_FORMATS);
  const rest = value.slice(at + 1);
  return value.slice(0, at) + random.pick([other + rest, rest, other + value.slice(at)]);
}

/** A UUID that doesn't exist. */
export function randomUuid(random: Random): string {
  return UUID.replace(/[0-9a-f]/g, () => random.below(16).toString(16));
}

const LETTERS = ["a", "Z", "7", " ", "é", "ß", "漢", "😀", "'", "%", "\\", "\u202e", "-", "/"];
/** Text that is valid except for its length. */
export const randomText = (length: number, random: Random) =>
  Array.from({ length }, () => random.pick(LETTERS)).join("");

/** Another invalid string per call. */
export function randomWrongString(schema: StringSchema, random: Random): WrongString {
  if (schema.enum) return labeled("random")(`${randomText(1 + random.below(9), random)}~`);
  if (schema.format === "uuid") return labeled("random")(corrupt(randomUuid(random), random));
  if (schema.format === "date-time") {
    const time = AT.replace(/05:06:07/, `0${random.below(10)}:0${random.below(10)}:07`);
    return labeled("random")(corrupt(time, random));
  }
  if (schema.format === "date") {
    return labeled("random")(corrupt(`2026-0${1 + random.below(9)}-1${random.below(10)}`, random));
  }
  if (schema.format === "email") return labeled("random")(randomText(1 + random.below(40), random));
  const { maxLength } = schema;
  if (maxLength && random.below(2) === 0) {
    return labeled("random, too long")(randomText(maxLength + 1 + random.below(9), random));
  }
  const before = randomText(random.below(Math.min(maxLength ?? 20, 20)), random);
  return labeled("random, NUL")(`${before}\0`);
}
