/**
 * Post/redirect/get: every form posts to its own route, with or without JavaScript. The response redirects to the next
 * page, or back to the form with input and errors, so neither a reload nor the back button submits anything twice.
 */
import { plainText } from "#app/plain-text.ts";
import { isSameOrigin, rejectCrossSiteForm, seeOther } from "#app/same-origin.ts";
import type { CardholderScope, SessionScope } from "#lib/auth/scopes.ts";
import { ServiceError } from "#lib/errors.ts";
import { type Caller, callerOf } from "#lib/http/caller.ts";
import { currentCardholder, currentSession } from "../session.ts";
import { verifyPath } from "../step-up.ts";
import { type ErrorMessages, toFormErrors } from "./form-errors.ts";
import { pathWithFormState } from "./form-state.ts";
import { readFields } from "./read-fields.ts";

/** Where to redirect, and cookies to set. */
type FormResult = string | { path: string; cookies: string[] };

type Params = Record<string, string>;
type Context = { params: Promise<Params> };

export type FormPost = {
  fields: URLSearchParams;
  /** The route parameters. */
  params: Params;
  caller: Caller;
  request: Request;
};

type Form<S extends FormPost> = {
  /** The path of the page that shows the form. */
  page: string | ((sent: S) => string);
  /** Error messages for invalid input. */
  messages?: ErrorMessages;
  /** Handles the submission. @returns where to redirect */
  submit(sent: S): Promise<FormResult>;
};

async function readPost(request: Request, { params }: Context): Promise<FormPost | Response> {
  if (!isSameOrigin(request.headers)) return rejectCrossSiteForm();
  const fields = await readFields(request);
  if (!fields) return plainText(400, "This form is invalid or too large.");
  return { fields, params: await params, caller: callerOf(request.headers), request };
}

async function handle<S extends FormPost>(form: Form<S>, sent: S): Promise<Response> {
  try {
    const result = await form.submit(sent);
    return typeof result === "string" ? seeOther(result) : seeOther(result.path, result.cookies);
  } catch (thrown) {
    return reject(form, sent, thrown);
  }
}

/** Redirects back to the form with input and errors, or first to the page that asks for a second factor. */
async function reject<S extends FormPost>(
  form: Form<S>,
  sent: S,
  thrown: unknown,
): Promise<Response> {
  if (thrown instanceof ServiceError && thrown.code === "STEP_UP_REQUIRED") {
    const next = await pathWithFormState(pageOf(form, sent), sent.fields, "unverified");
    return seeOther(verifyPath(next));
  }
  const errors = toFormErrors(thrown, form.messages ?? {});
  return seeOther(await pathWithFormState(pageOf(form, sent), sent.fields, { errors }));
}

const pageOf = <S extends FormPost>({ page }: Form<S>, sent: S) =>
  typeof page === "string" ? page : page(sent);

/** A form handler that needs no session. */
export function publicForm(form: Form<FormPost>) {
  return async (request: Request, context: Context): Promise<Response> => {
    const sent = await readPost(request, context);
    return sent instanceof Response ? sent : handle(form, sent);
  };
}

type ScopedPost<Scope> = FormPost & { scope: Scope };

/** If the session has ended, the input is preserved across the sign-in. */
function scopedForm<Scope>(
  form: Form<ScopedPost<Scope>>,
  currentScope: () => Promise<Scope | null>,
) {
  return async (request: Request, context: Context): Promise<Response> => {
    const sent = await readPost(request, context);
    if (sent instanceof Response) return sent;
    const withoutScope = { ...sent, scope: null as unknown as Scope };
    try {
      const scope = await currentScope();
      if (scope) return handle(form, { ...sent, scope });
    } catch (thrown) {
      // The session couldn't be read: preserve the input for a retry.
      return reject(form, withoutScope, thrown);
    }
    const next = await pathWithFormState(pageOf(form, withoutScope), sent.fields, "signed-out");
    return seeOther(`/signin?${new URLSearchParams({ ended: "1", next })}`);
  };
}

/** A form handler for signed-in cardholders. */
export const portalForm = (form: Form<ScopedPost<CardholderScope>>) =>
  scopedForm(form, currentCardholder);

/** A form handler for anyone signed in, in any context. */
export const sessionForm = (form: Form<ScopedPost<SessionScope>>) =>
  scopedForm(form, currentSession);
