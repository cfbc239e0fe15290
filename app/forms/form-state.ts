/**
 * What a form held and what was wrong with it, carried back to its page in the address: encrypted, so
 * that neither logs nor the browser's history can be read, and good for an hour. No cookie: two tabs do
 * not mix, and a reload shows the same.
 */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

/** Field → what to do about it, in a sentence. `FORM` is what is wrong as a whole. */
export type FormErrors = Record<string, string>;

export const FORM = "";

export type FormState = {
  /** Which form of the page it was, where a page has several: the `form` field of what was sent. */
  form: string | null;
  /** What was entered, but for passwords and codes. */
  values: Record<string, string>;
  errors: FormErrors;
  /** True where it was never looked at: the session had ended. */
  unsent: boolean;
};

export const STATE_PARAMETER = "again";
const SECONDS = 60 * 60;
/** With more the address would be longer than every server and browser takes. */
const MOST_BYTES = 6_000;
const SECRET = /password|code|token/;

/** What may be shown again: no secrets, and no more than an address can carry. */
function valuesOf(form: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  let room = MOST_BYTES;
  for (const [name, value] of form) {
    const size = Buffer.byteLength(name + value);
    if (SECRET.test(name) || size > room) continue;
    values[name] = value;
    room -= size;
  }
  return values;
}

/** The address of a form's page, with all that was in it. */
export async function pathWithFormState(
  page: string,
  sent: URLSearchParams,
  problem: { errors: FormErrors } | "unsent",
): Promise<string> {
  const unsent = problem === "unsent";
  const state: FormState = {
    form: sent.get("form"),
    values: valuesOf(sent),
    errors: unsent ? {} : problem.errors,
    unsent,
  };
  const url = new URL(page, "http://ours");
  url.searchParams.set(STATE_PARAMETER, await encryptToken("form", state, SECONDS));
  return url.pathname + url.search;
}

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The first value of each parameter of an address. */
export async function readQuery(searchParams: SearchParams): Promise<Record<string, string>> {
  const all = Object.entries(await searchParams);
  return Object.fromEntries(
    all.flatMap(([name, value]) => {
      const first = [value].flat()[0];
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

/** What the page is to show again; null where the form is new. */
export async function readFormState(query: Record<string, string>): Promise<FormState | null> {
  const token = query[STATE_PARAMETER];
  return token === undefined ? null : decryptToken<FormState>("form", token);
}
