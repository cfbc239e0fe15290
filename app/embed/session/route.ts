/**
 * The embedded flow, which a bank's app opens in a webview or a frame. Plain HTML with the token in the
 * form: it works without scripts and cookies.
 */
import { readFields } from "#app/forms/read-fields.ts";
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import {
  type EmbedSession,
  findFramers,
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

type OpenSession = { token: string; session: EmbedSession };

/** Answers in an open session, or with the end of another. Each session's requests count against its own limit. */
async function inSession(
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
  // The last page asks again and again what has become of its gift: that is no conflict to log in its console.
  return fields.get("do") === "follow" ? { ...page, status: 200 } : page;
}

async function open(fields: URLSearchParams): Promise<FlowResponse> {
  if (!fields.get("token")) return missingPage(await findFramers(fields.get("session")));
  return inSession(fields, async ({ token, session }) => {
    await recordOpened(session.scope);
    // Other URL parameters are ignored: nobody has entered them.
    const entered = initialValues(session);
    return nextPage({ token, session, fields: new URLSearchParams({ token }), entered });
  });
}

const continueFlow = (fields: URLSearchParams): Promise<FlowResponse> =>
  inSession(fields, (open) => nextPage({ ...open, fields, entered: readFormValues(fields) }));

/** The page of an unexpected error. Details are only in the log, and the token is in neither. */
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

async function answer(request: Request, fields: URLSearchParams, step: Step): Promise<Response> {
  const requestId = requestIdFor(request);
  const page = await step(fields).catch((thrown) => failurePage(thrown, requestId, fields));
  return renderFlowResponse(page, fields.get("token") ?? "", requestId);
}

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => searchParams.get(name) ?? "";
  const fields = new URLSearchParams({ token: read("token"), session: read("session") });
  return answer(request, fields, open);
}

export async function POST(request: Request): Promise<Response> {
  const fields = await readFields(request);
  // A form with only the token does nothing: a script reopens the session with it.
  const step = fields?.has("do") ? continueFlow : open;
  return answer(request, fields ?? new URLSearchParams(), async () =>
    fields ? step(fields) : unreadablePage(),
  );
}
