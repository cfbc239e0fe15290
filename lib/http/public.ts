/** Endpoints that ask for no key and no token: whoever calls has still to prove something in the body. */
import type { ZodType } from "zod";
import type { Answer, Contract, Input, Shape } from "../contract.ts";
import { endpoint, type Passage, type RouteHandler } from "./endpoint.ts";

/** Where a request comes from, for limits and for the session that it may open. */
export type Caller = {
  /** The client's address, as the front door saw it. */
  address: string;
  userAgent: string | null;
};

/** The header in which the front door tells the client's address; a client's own is dropped there. */
export const CLIENT_ADDRESS = "x-client-address";

/** Longer ones recognise nothing better. */
const MAX_USER_AGENT = 300;

/** Who calls, by what the front door has noted. */
export function callerOf(headers: Headers): Caller {
  return {
    address: headers.get(CLIENT_ADDRESS) ?? "unknown",
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}

async function openGate(request: Request): Promise<Passage<Caller>> {
  return { scope: callerOf(request.headers) };
}

/** Makes the handler of a public route from its contract and one domain call. */
export function publicEndpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends ZodType,
  L extends boolean,
>(
  contract: Contract<P, Q, B, D, L>,
  handler: (caller: Caller, input: Input<P, Q, B>) => Promise<Answer<D, L>>,
): RouteHandler {
  return endpoint(contract, openGate, handler);
}
