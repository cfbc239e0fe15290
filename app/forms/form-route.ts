/**
 * What every form has in common: it is posted to an address of its own, with JavaScript or without,
 * and answered with a redirect: on to what comes next, or back to its page with what was entered and
 * what is wrong. So neither a reload nor the way back sends anything twice.
 */
import { isFromOurPage, refuseForeignForm, seeOther } from "#app/same-origin.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { type Caller, callerOf } from "#lib/http/caller.ts";
import { currentCardholder } from "../session.ts";
import { type ErrorMessages, toFormErrors } from "./form-errors.ts";
import { pathWithFormState } from "./form-state.ts";
import { readFields } from "./read-fields.ts";

/** Where to go on, and cookies to set on the way. */
export type FormResult = string | { path: string; cookies: string[] };

type Params = Record<string, string>;
type Context = { params: Promise<Params> };

export type Sent = {
  fields: URLSearchParams;
  /** What the address of the form names. */
  params: Params;
  caller: Caller;
  request: Request;
};

type Form<S extends Sent> = {
  /** The address of the page that shows the form. */
  page: string | ((sent: S) => string);
  /** What to tell where the input is refused. */
  words?: ErrorMessages;
  /** Does what the form asks for. @returns where to go on */
  take(sent: S): Promise<FormResult>;
};

async function readSent(request: Request, { params }: Context): Promise<Sent | Response> {
  if (!isFromOurPage(request.headers)) return refuseForeignForm();
  const fields = await readFields(request);
  if (!fields) {
    return new Response("This form is too large, or is none.\n", {
      status: 400,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  return { fields, params: await params, caller: callerOf(request.headers), request };
}

async function answer<S extends Sent>(form: Form<S>, sent: S): Promise<Response> {
  try {
    const onward = await form.take(sent);
    return typeof onward === "string" ? seeOther(onward) : seeOther(onward.path, onward.cookies);
  } catch (thrown) {
    return refuse(form, sent, thrown);
  }
}

/** Back to its page, with what was entered and what is wrong. */
async function refuse<S extends Sent>(form: Form<S>, sent: S, thrown: unknown): Promise<Response> {
  const errors = toFormErrors(thrown, form.words ?? {});
  return seeOther(await pathWithFormState(pageOf(form, sent), sent.fields, { errors }));
}

const pageOf = <S extends Sent>({ page }: Form<S>, sent: S) =>
  typeof page === "string" ? page : page(sent);

/** The handler of a form that anybody may send. */
export function publicForm(form: Form<Sent>) {
  return async (request: Request, context: Context): Promise<Response> => {
    const sent = await readSent(request, context);
    return sent instanceof Response ? sent : answer(form, sent);
  };
}

/** The handler of a form of somebody who is signed in. Where they no longer are, nothing is lost. */
export function portalForm(form: Form<Sent & { scope: CardholderScope }>) {
  return async (request: Request, context: Context): Promise<Response> => {
    const sent = await readSent(request, context);
    if (sent instanceof Response) return sent;
    const whole = { ...sent, scope: null as unknown as CardholderScope };
    try {
      const scope = await currentCardholder();
      if (scope) return answer(form, { ...sent, scope });
    } catch (thrown) {
      // Who it is could not be found out: what was entered is kept for when it can.
      return refuse(form, whole, thrown);
    }
    const next = await pathWithFormState(pageOf(form, whole), sent.fields, "unsent");
    return seeOther(`/signin?${new URLSearchParams({ ended: "1", next })}`);
  };
}
