/**
 * The embedded flow, which a bank's app opens in a webview or an iframe. It's plain HTML with the token in the form,
 * so it works without scripts and cookies.
 */
import { readFields } from "#app/forms/read-fields.ts";
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import {
  type EmbedSession,
  findFrameOrigins,
  readEmbedSession,
  recordOpened,
} from "#lib/embed/sessions.ts";
import { admitEmbedSession, delayRefusal } from "#lib/http/rate-limit.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { log } from "#lib/log.ts";
import { endedPage, errorPage, missingPage, unreadablePage } from "./ended-pages.tsx";
import { nextPage } from "./flow.ts";
import { initialValues, readFormValues } from "./flow-request.ts";
import { type FlowResponse, renderFlowResponse } from "./flow-response.tsx";

export const policy = { server: "api" };

type OpenSession = { token: string; session: EmbedSession };

/** Runs a step in an open session, or returns the page of one that has ended. Each session has its own rate limit. */
async function withSession(
  fields: URLSearchParams,
  step: (open: OpenSession) => Promise<FlowResponse>,
): Promise<FlowResponse> {
  const token = fields.get("token") ?? "";
  const sessionState = await readEmbedSession(token);
  if ("session" in sessionState) {
    const { refusal } = admitEmbedSession(sessionState.session.scope.sessionId);
    if (refusal) {
      await delayRefusal();
      return errorPage(429, fields, refusal.headers);
    }
  }
  if (sessionState.state === "open") {
    const { session } = sessionState;
    return withPoolShareOf(session.scope.bankId, () => step({ token, session }));
  }
  const page = await endedPage(sessionState);
  // The final page polls its gift's status: a 409 would show as an error in the browser's console.
  return fields.get("do") === "follow" ? { ...page, status: 200 } : page;
}

async function openSession(fields: URLSearchParams): Promise<FlowResponse> {
  if (!fields.get("token")) return missingPage(await findFrameOrigins(fields.get("session")));
  return withSession(fields, async ({ token, session }) => {
    await recordOpened(session.scope);
    // Other URL parameters are ignored: they aren't the customer's input.
    const entered = initialValues(session);
    return nextPage({ token, session, fields: new URLSearchParams({ token }), entered });
  });
}

const submitForm = (fields: URLSearchParams): Promise<FlowResponse> =>
  withSession(fields, (open) => nextPage({ ...open, fields, entered: readFormValues(fields) }));

/** The page of an unexpected error. Details go only to the log, and the token to neither. */
function failurePage(thrown: unknown, requestId: string, fields: URLSearchParams): FlowResponse {
  if (isDatabaseUnavailable(thrown)) {
    log().warn(
      { request_id: requestId, reason: (thrown as Error).message },
      "database unavailable",
    );
    return errorPage(503, fields);
  }
  log().error({ request_id: requestId, err: thrown }, "embedded flow failed");
  return errorPage(500, fields);
}

type Step = (fields: URLSearchParams) => Promise<FlowResponse>;

async function respond(request: Request, fields: URLSearchParams, step: Step): Promise<Response> {
  const requestId = requestIdFor(request);
  const page = await step(fields).catch((thrown) => failurePage(thrown, requestId, fields));
  return renderFlowResponse(page, fields.get("token") ?? "", requestId, request.headers);
}

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => searchParams.get(name) ?? "";
  const fields = new URLSearchParams({ token: read("token"), session: read("session") });
  return respond(request, fields, openSession);
}

export async function POST(request: Request): Promise<Response> {
  const fields = await readFields(request);
  // A form with only a token comes from the script that reopens a session.
  const step = fields?.has("do") ? submitForm : openSession;
  return respond(request, fields ?? new URLSearchParams(), async () =>
    fields ? step(fields) : unreadablePage(),
  );
}
