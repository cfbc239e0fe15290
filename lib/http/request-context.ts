/**
 * What our server knows about a request. Handlers read it here, not from headers, which the client controls. Under
 * `next start` there is no context.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { v7 as uuidv7 } from "uuid";
import { perProcess } from "../singleton.ts";

type RequestContext = {
  requestId: string;
  /** The client's. */
  address: string;
  /** For a page to set its status, as Next.js has no way. */
  response?: { statusCode: number };
};

const contexts = perProcess("request contexts", () => new AsyncLocalStorage<RequestContext>());

export function withinRequest<T>(context: RequestContext, handle: () => T): T {
  return contexts().run(context, handle);
}

export const requestContext = (): RequestContext | undefined => contexts().getStore();

/** The caller's request ID if it is 1-128 printable ASCII characters, otherwise a new one. */
export function requestIdOf(sent: string | null | undefined): string {
  return sent && /^[\x20-\x7e]{1,128}$/.test(sent) ? sent : uuidv7();
}

export function requestIdFor(request: Request): string {
  return requestContext()?.requestId ?? requestIdOf(request.headers.get("x-request-id"));
}
