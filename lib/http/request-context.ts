/**
 * What our server knows of a request: handlers read it here and not from headers, which the client writes. Under
 * `next start` there is none.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { v7 as uuidv7 } from "uuid";
import { perProcess } from "../singleton.ts";

export type RequestContext = {
  requestId: string;
  /** The client's address. */
  address: string;
};

const contexts = perProcess("request contexts", () => new AsyncLocalStorage<RequestContext>());

/** Handles a request within its context. */
export function withinRequest<T>(context: RequestContext, handle: () => T): T {
  return contexts().run(context, handle);
}

export const requestContext = (): RequestContext | undefined => contexts().getStore();

/** The caller's request ID if it is 1-128 printable ASCII characters, otherwise a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && /^[\x20-\x7e]{1,128}$/.test(given) ? given : uuidv7();
}

/** The ID of the request at hand, for the response. */
export function requestIdFor(request: Request): string {
  return requestContext()?.requestId ?? requestIdOf(request.headers.get("x-request-id"));
}
