/**
 * Post/redirect/get: every form posts to an address of its own, with or without JavaScript. The response redirects to
 * the next page, or back to the form with input and errors, so neither a reload nor the back button submits anything
 * twice.
 */
import type { z } from "zod";
import { plainText } from "#app/plain-text.ts";
import { isSameOrigin, rejectCrossSiteForm, seeOther } from "#app/same-origin.ts";
import { type Action, decide } from "#lib/auth/permissions.ts";
import {
  type CardholderScope,
  isStaff,
  ownerOf,
  type SessionScope,
  type StaffScope,
} from "#lib/auth/scopes.ts";
import { type ContextName, readContextName, type TenantKind } from "#lib/auth/tenants.ts";
import { ServiceError } from "#lib/errors.ts";
import { type Caller, callerOf } from "#lib/http/caller.ts";
import { oneUpload } from "#lib/http/uploads.ts";
import { pressureRefusal } from "#lib/storage/pressure.ts";
import { storageRefusal } from "#lib/storage/usage.ts";
import { CHANGED_SINCE } from "#lib/version-shown.ts";
import { pathWithQuery, switchPath, verifyPath } from "../paths.ts";
import { currentSession } from "../session.ts";
import {
  type FieldTable,
  type FormDefinition,
  messagesOf,
  readValues,
  restorable,
  type Values,
} from "./fields.ts";
import { FormError, type FormErrors, toFormErrors } from "./form-errors.ts";
import { pathWithFormState, type Unsent } from "./form-state.ts";
import { type Fields, type FileField, readForm } from "./read-fields.ts";

/** Where to redirect, and cookies to set. */
export type FormResult = string | { path: string; cookies: string[] };

/** Leads to the page once the work is done, and says so there. */
export async function thenFlash(
  page: string,
  done: string,
  work: Promise<unknown>,
): Promise<string> {
  await work;
  return `${page}?done=${done}`;
}

type Params = Record<string, string>;
type Context = { params: Promise<Params> };

export type FormPost = Fields & {
  /** The route parameters. */
  params: Params;
  caller: Caller;
  request: Request;
  /** The path of the page that shows the form. */
  page: string;
  /** The version of what the form shows (`requireShown`); empty if it has none. */
  shown: string;
};

type AnyForm = FormDefinition & {
  /** The path of the page that shows the form, unless it's the form's own without the last segment. */
  page?: string | ((sent: FormPost) => string);
  /** Works even when a bank may store nothing more: it ends something, such as a stolen key. */
  isEnding?: true;
};

type Form<S, Fields, Schema> = AnyForm & {
  fields?: Fields;
  schema?: Schema;
  /** Handles the submission, once its fields are checked. @returns where to redirect */
  submit(sent: S & { values: Values<Fields, Schema> }): Promise<FormResult>;
};

type NoFields = Record<never, never>;
type AnySchema = z.ZodObject | undefined;

/** The file that a form declares among its fields, if any. */
function fileOf({ fields = {} }: AnyForm): FileField | undefined {
  for (const [name, { maxBytes }] of Object.entries(fields)) {
    if (maxBytes !== undefined) return { name, maxBytes };
  }
  return undefined;
}

async function postOf(form: AnyForm, request: Request, { params }: Context, read: Fields) {
  const caller = callerOf(request.headers);
  const parent = new URL(request.url).pathname.replace(/\/[^/]*$/, "");
  const shown = read.fields.get("shown") ?? "";
  const sent: FormPost = { ...read, params: await params, caller, request, page: parent, shown };
  const { page = parent } = form;
  return { ...sent, page: typeof page === "string" ? page : page(sent) };
}

async function readPost(form: AnyForm, request: Request, context: Context) {
  if (!isSameOrigin(request.headers)) return rejectCrossSiteForm();
  const read = await readForm(request, fileOf(form));
  if (!read) return plainText(400, "This form is invalid or too large.");
  return postOf(form, request, context, read);
}

async function handle<S extends FormPost, Fields, Schema>(
  form: Form<S, Fields, Schema>,
  sent: S,
): Promise<Response> {
  try {
    const values = readValues(form, sent.fields) as Values<Fields, Schema>;
    const result = await form.submit({ ...sent, values });
    return typeof result === "string" ? seeOther(result) : seeOther(result.path, result.cookies);
  } catch (thrown) {
    return reject(form, sent, thrown);
  }
}

/** The path of the form's page, with what was typed and why it wasn't accepted. */
const pathBack = (
  form: AnyForm,
  { page, fields, request }: FormPost,
  problem: { errors: FormErrors } | Unsent,
) =>
  pathWithFormState(page, restorable(form.fields, fields), problem, new URL(request.url).pathname);

/** A team's files are received one at a time. */
export const UPLOADING = "Your team is uploading another file right now. Try again in a moment.";

const FORBIDDEN = "Your role doesn’t include this. Ask an admin of your team.";

/** Redirects back to the form with input and errors, or first to the page that asks for a second factor. */
async function reject(form: AnyForm, sent: FormPost, thrown: unknown): Promise<Response> {
  if (thrown instanceof ServiceError && thrown.code === "STEP_UP_REQUIRED") {
    return seeOther(verifyPath({ next: await pathBack(form, sent, "unverified") }));
  }
  if (thrown instanceof ServiceError && thrown.code === "FORBIDDEN") {
    return plainText(403, FORBIDDEN);
  }
  const errors = toFormErrors(thrown, {
    ...(fileOf(form) && { RATE_LIMITED: UPLOADING }),
    shown: CHANGED_SINCE,
    ...messagesOf(form),
  });
  return seeOther(await pathBack(form, sent, { errors }));
}

/** What pages and tests know of a form. */
const declared = ({ fields = {}, schema }: AnyForm) => ({ fields, schema });

/** A form handler that needs no session. */
export function publicForm<
  Fields extends FieldTable = NoFields,
  Schema extends AnySchema = undefined,
>(form: Form<FormPost, Fields, Schema>) {
  const handler = async (request: Request, context: Context): Promise<Response> => {
    const sent = await readPost(form, request, context);
    return sent instanceof Response ? sent : handle(form, sent);
  };
  return Object.assign(handler, declared(form));
}

type ScopedPost<Scope> = FormPost & { scope: Scope };

type WrongContext = { switchTo: ContextName | null };

/**
 * The session's scope, if it may submit this form, or why not. `switchTo`: the context that it belongs to, if known.
 * @param fields undefined if they aren't read yet
 */
type Gate<Scope> = (
  session: SessionScope,
  fields?: URLSearchParams,
) => Scope | WrongContext | "forbidden" | "verify";

/** If the form isn't processed, its input is preserved for a later try. A file isn't. */
function scopedForm<
  Scope extends SessionScope,
  Fields extends FieldTable,
  Schema extends AnySchema,
>(form: Form<ScopedPost<Scope>, Fields, Schema>, gate: Gate<Scope>) {
  const file = fileOf(form);

  async function pass(
    sent: FormPost,
    fields: URLSearchParams | undefined,
    whenAllowed: (scope: Scope) => Promise<Response>,
  ): Promise<Response> {
    const back = (why: Unsent) => pathBack(form, sent, why);
    try {
      const session = await currentSession();
      if (!session) return seeOther(signInPath(await back("signed-out")));
      const scope = gate(session, fields);
      if (scope === "verify") return seeOther(verifyPath({ next: await back("unverified") }));
      if (scope === "forbidden") return plainText(403, FORBIDDEN);
      if ("switchTo" in scope) {
        return seeOther(switchPath({ to: scope.switchTo, next: await back("switched") }));
      }
      return await whenAllowed(scope);
    } catch (thrown) {
      // The session couldn't be read, or another file is being uploaded.
      return reject(form, sent, thrown);
    }
  }

  async function readAndHandle(request: Request, context: Context): Promise<Response> {
    const sent = await readPost(form, request, context);
    if (sent instanceof Response) return sent;
    return pass(sent, sent.fields, (scope) => handle(form, { ...sent, scope }));
  }

  async function handler(request: Request, context: Context): Promise<Response> {
    if (!file) return readAndHandle(request, context);
    // Nothing of a file is read for someone who may not send it, or while its owner sends another.
    const nothing = { fields: new URLSearchParams(), file: null };
    return pass(await postOf(form, request, context, nothing), undefined, (scope) =>
      oneUpload(ownerOf(scope), () => readAndHandle(request, context)),
    );
  }
  return Object.assign(handler, { ...declared(form), file });
}

const signInPath = (next: string) => pathWithQuery("/signin", { ended: "1", next });

const formFor =
  <Scope extends SessionScope>(gate: Gate<Scope>) =>
  <Fields extends FieldTable = NoFields, Schema extends AnySchema = undefined>(
    form: Form<ScopedPost<Scope>, Fields, Schema>,
  ) =>
    scopedForm(form, gate);

/** A form handler for signed-in cardholders. */
export const portalForm = formFor<CardholderScope>((session) =>
  isStaff(session) ? { switchTo: null } : session,
);

/** A form handler for anyone signed in, in any context. */
export const sessionForm = formFor<SessionScope>((session) => session);

const FULL = "Your bank can’t store anything more today. Try again tomorrow.";

/** The field with the context that a page was shown in. `StaffForm` has it. */
export const CONTEXT_FIELD = "context";

/**
 * A form handler for members of a team whose role includes the action. The form has to name the team it was shown for:
 * the session may have switched to another in the meantime.
 */
export function staffForm<
  Kind extends TenantKind,
  Fields extends FieldTable = NoFields,
  Schema extends AnySchema = undefined,
>(
  kind: Kind,
  action: Action<Kind>,
  form: Form<ScopedPost<Extract<StaffScope, { kind: Kind }>>, Fields, Schema>,
) {
  const handler = scopedForm(form, (session, fields) => {
    const context = readContextName(fields?.get(CONTEXT_FIELD) ?? "");
    const isIn = isStaff(session) && session.kind === kind;
    if (!isIn || (fields && session.tenant !== context)) return { switchTo: context };
    const decision = decide(session, action);
    // As for the bank's API requests.
    const bankId = session.kind === "bank" && !form.isEnding && session.bankId;
    if (bankId && (storageRefusal(bankId) ?? pressureRefusal(bankId))) throw new FormError(FULL);
    return decision === "allowed" ? (session as Extract<StaffScope, { kind: Kind }>) : decision;
  });
  return Object.assign(handler, { kind, action });
}
