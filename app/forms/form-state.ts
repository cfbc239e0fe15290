/**
 * Passes a rejected form's input and errors back to its page in the URL. Encrypted, so logs and browser history reveal
 * nothing, and valid for an hour, for whoever sent it: a link can't fill in anyone else's form. Unlike with a cookie,
 * tabs stay separate and a reload shows the same page.
 */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { personOfBrowser } from "../session.ts";
import type { FormErrors } from "./form-errors.ts";

export type FormState = {
  /** Which of the page's forms it was: the first segment of its address below the page's. */
  form: string | null;
  /** The input, without passwords and codes. */
  values: Record<string, string>;
  errors: FormErrors;
  /**
   * Why the form wasn't processed: the session had ended, had been switched to another context, or a second factor had
   * to be proved first.
   */
  unsent: Unsent | null;
};

export type Unsent = "signed-out" | "switched" | "unverified";

/** @property personId whose browser sent it; null for a visitor's */
type Token = { personId: string | null; state: FormState };

const STATE_PARAMETER = "again";
const SECONDS = 60 * 60;
/** Keeps the URL within the limits of servers and browsers. */
const MAX_VALUE_BYTES = 6_000;

/** The values to restore: no more than fits in a URL. */
function valuesOf(sent: Iterable<[string, string]>): Record<string, string> {
  const values: Record<string, string> = {};
  let bytesLeft = MAX_VALUE_BYTES;
  for (const [name, value] of sent) {
    const size = Buffer.byteLength(name + value);
    if (size > bytesLeft) continue;
    values[name] = value;
    bytesLeft -= size;
  }
  return values;
}

/**
 * The path of a form's page with the form's state.
 * @param sent the fields to restore. The URL is in logs and histories, and so must not have secrets
 * @param form the address of the form, if it was sent
 */
export async function pathWithFormState(
  page: string,
  sent: Iterable<[string, string]>,
  problem: { errors: FormErrors } | Unsent,
  form = "",
): Promise<string> {
  const unsent = typeof problem === "string" ? problem : null;
  const url = new URL(page, "http://ours");
  const [, below = ""] = form.split(`${url.pathname}/`);
  const state: FormState = {
    form: below.split("/", 1)[0] || null,
    values: valuesOf(sent),
    errors: typeof problem === "string" ? {} : problem.errors,
    unsent,
  };
  const token: Token = { personId: await personOfBrowser(), state };
  url.searchParams.set(STATE_PARAMETER, await encryptToken("form", token, SECONDS));
  return url.pathname + url.search;
}

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The props of a page. */
export type Query = { searchParams: SearchParams };

/** The first value of each query parameter. */
export async function readQuery(searchParams: SearchParams): Promise<Record<string, string>> {
  const all = Object.entries(await searchParams);
  return Object.fromEntries(
    all.flatMap(([name, value]) => {
      const first = [value].flat()[0];
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

/** The form's state from the URL; null for a new form, and for someone else's. */
export async function readFormState(query: Record<string, string>): Promise<FormState | null> {
  const sent = query[STATE_PARAMETER];
  const token = sent === undefined ? null : await decryptToken<Token>("form", sent);
  return token && token.personId === (await personOfBrowser()) ? token.state : null;
}

/** The state of one of a page's forms; null if another one came back. @param form its address below the page's */
export const stateOf = (state: FormState | null, form: string): FormState | null =>
  state?.form === form.split("/", 1)[0] ? state : null;

/** Whether a form came back with errors. */
export const isRejected = (state: FormState | null): boolean =>
  state !== null && Object.keys(state.errors).length > 0;

/** A page's title, which says if its form was rejected. */
export const titled =
  (title: string) =>
  async ({ searchParams }: Query) => {
    const state = await readFormState(await readQuery(searchParams));
    return { title: isRejected(state) ? `Error: ${title}` : title };
  };
