/**
 * Every field for text that people read is one line with something to see. The fields are read from the contracts, and from
 * the schemas that forms use: a new one is tried by itself, or it's listed here with the reason why it isn't one line.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { contracts } from "#app/openapi.json/contracts.ts";
import { projectRoot } from "#installation/project-root.ts";
import { findSources } from "../../scripts/imports.ts";
import { call, violationsIn } from "../api.ts";
import { linkBody, makeBank } from "../factories.ts";
import { operation } from "../operations.ts";

/** Text that isn't one line for people, and why. */
const OTHER_TEXT: Record<string, string> = {
  bank_transaction_ref: "the interface takes any text",
  bank_user_id: "the interface takes any text",
  fund_designation: "the interface takes any text",
  loyalty_program_id: "the interface takes any text",
  hold_reference: "the bank's own, returned as sent",
  cardholder_message: "may have lines",
  postal_address: "has lines",
  mailingAddress: "has lines",
  state: "a protocol's value, returned as sent",
  nonce: "a protocol's value, returned as sent",
  csv: "a file",
  gift: "an ID: others are nobody's",
  school_id: "an ID: others are nobody's",
  preferred_school_id: "an ID: others are nobody's",
  service_user_id: "an ID: others are nobody's",
  networks: "checked as a list",
  context: "an ID: others are nobody's",
  token: "a secret, compared",
  password: "a secret, compared",
  current_password: "a secret, compared",
  new_password: "a secret",
  refresh_token: "a secret, compared",
  mfa_code: "a secret, compared",
};

/** Other text in schemas that several fields share, or that only paths and other programs' answers have. */
const OTHER_SCHEMAS = [
  "app/(portal)/(staff)/operator/schools/forms.ts payee",
  "lib/accounts/contract.ts codeChallenge",
  // A URL, which has no control characters.
  "lib/banks/redirects.ts redirectUrl",
  "lib/cardholders/sign-in/contract.ts secret",
  "lib/cardholders/sign-in/contract.ts newPassword",
  // A bank's answer counts, whatever its reason looks like.
  "lib/donations/authorize/contract.ts reason",
  "lib/donations/confirmation-number.ts confirmationNumber",
  "lib/schools/funds/contract.ts fund_id",
  "lib/webhooks/endpoints/contract.ts address",
];

const HOSTILE = [
  " ",
  "   ",
  "\u00a0",
  "\u3000",
  "\u200b",
  "\u200d\u200c",
  "\ufeff",
  "\u00ad",
  "\u2060",
  "\u3164",
  "\u115f",
  "\u2800",
  "\u{e0001}\u{e007f}",
  "\ufe0f",
  "\u0301",
  "\n",
  "a\nb",
  "a\r\nb",
  "a\tb",
  "a\u0000b",
  "a\u0007b",
  "a\u001b[2Jb",
  "a\u0085b",
  "a\u2028b",
  "a\u2029b",
  "a\u202eb",
  "\u202aa",
  "a\u2066b\u2069",
  "a\u200fb",
];

const FRIENDLY = [
  "Pat Sample",
  " Pat ",
  "Zoe\u0308 O’Neill-Müller",
  "👩‍👩‍👧 Family",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿 Club",
  "क्‍ष",
  "می‌خواهم",
  "ශ්‍රී",
  "李",
];

type Leaf = { path: string[]; schema: z.ZodType };

/** The texts in a schema. */
function textsIn(schema: z.ZodType, at: string[] = []): Leaf[] {
  const def = schema.def as {
    type: string;
    shape?: Record<string, z.ZodType>;
    element?: z.ZodType;
    innerType?: z.ZodType;
    out?: z.ZodType;
  };
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([name, field]) => textsIn(field, [...at, name]));
  }
  if (def.type === "array" && def.element) return textsIn(def.element, [...at, "0"]);
  // What a transformation makes of a text, such as a time, is no text.
  if (def.type === "pipe") return def.out?.def.type === "string" ? textsIn(def.out, at) : [];
  if (def.innerType) return textsIn(def.innerType, at);
  return def.type === "string" ? [{ path: at, schema }] : [];
}

type Field = { name: string; schema: z.ZodType };

const fieldsOf = (owner: string, schema: z.ZodType): Field[] =>
  textsIn(schema).map(({ path: at, schema }) => ({ name: `${owner} ${at.join(".")}`, schema }));

const isObject = (value: unknown): value is z.ZodObject =>
  value instanceof z.ZodType && "shape" in value.def;

/** What isn't entered by anyone: our own settings, other programs' answers, and documents. */
const NOT_ENTERED =
  /^lib\/(env|fields|certification\/(report|run)|auth\/passkeys|http\/(response-schemas|openapi-responses)|ticketing\/(wire|config))\.ts$|^app\/docs\//;

const sources = findSources(projectRoot)
  .filter((file) => /^(lib|app|admin)\//.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => !NOT_ENTERED.test(file));
const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** The fields of contracts' bodies, and of the schemas that forms and commands use. */
const fields = [
  ...contracts.flatMap(({ id, body }) => (body ? fieldsOf(id, body as z.ZodType) : [])),
  ...(
    await Promise.all(
      sources
        .filter(
          (file) => !file.endsWith("contract.ts") && /\bz\.(strictO|o)bject\(/.test(textOf(file)),
        )
        .map(async (file) => {
          const exported: Record<string, unknown> = await import(path.join(projectRoot, file));
          return Object.entries(exported).flatMap(([name, value]) =>
            isObject(value) ? fieldsOf(`${file} ${name}`, value) : [],
          );
        }),
    )
  ).flat(),
];

const lastOf = (name: string) =>
  name
    .split(/[ .]/)
    .filter((part) => part !== "0")
    .at(-1) ?? "";
const ofPeople = fields.filter(({ name }) => !(lastOf(name) in OTHER_TEXT));

describe("text that people read", () => {
  it("is in the fields of contracts and of forms", () => {
    const names = ofPeople.map(({ name }) => name);
    for (const known of ["linkAccount display_name", "confirmGifts gifts.0.refusal_reason"]) {
      expect(names).toContain(known);
    }
    expect(names.filter((name) => name.startsWith("lib/")).length).toBeGreaterThan(10);
  });

  it.each(ofPeople)("in $name is one line with something to see", ({ schema }) => {
    const taken = HOSTILE.filter((text) => schema.safeParse(text).success);
    expect(taken.map((text) => JSON.stringify(text))).toEqual([]);
  });

  it.each(ofPeople.filter(({ schema }) => schema.safeParse("Zoë").success))(
    "in $name keeps what joins characters, and every script",
    ({ schema }) => {
      for (const text of FRIENDLY)
        expect(schema.safeParse(text), text).toMatchObject({ data: text });
    },
  );

  it("is a `line` in every schema: other text is listed, and why", () => {
    const others = sources.flatMap((file) =>
      [
        ...textOf(file).matchAll(
          /(?:(\w+)\s*[:=]\s*(?:field\s*\.)?)?\b(?:text\(\{|storable\b(?!,))/g,
        ),
      ].flatMap(([, name = ""]) => (name in OTHER_TEXT ? [] : `${file} ${name}`)),
    );
    expect(others).toEqual(OTHER_SCHEMAS);
  });

  it("is stored as sent", async () => {
    const bank = await makeBank();
    const link = (display_name: string) =>
      call(operation("linkAccount"), { key: bank.key, body: { ...linkBody(), display_name } });
    const blank = await link("   ");
    expect([blank.status, violationsIn(blank.body)]).toEqual([
      422,
      ["body.display_name value_error"],
    ]);
    const padded = await link(" Pat\u200d ");
    const { service_user_id } = padded.body.data;
    const read = await call(operation("getAccount"), {
      key: bank.key,
      params: { service_user_id },
    });
    expect(read.body.data.display_name).toBe(" Pat\u200d ");
  });
});
