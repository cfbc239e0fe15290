/** Endpoints that ask for no key and no token: whoever calls has still to prove something in the body. */
import { endpointBehind, type Passage } from "./endpoint.ts";

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

const held = globalThis as { pointsFrontDoor?: boolean };

/** For the front door, before its first request: from now on that header is its own. */
export function noteFrontDoor(): void {
  held.pointsFrontDoor = true;
}

/** Who calls, by what the front door has noted. Without one, as under `next start`, nobody's word counts. */
export function callerOf(headers: Headers): Caller {
  const noted = held.pointsFrontDoor ? headers.get(CLIENT_ADDRESS) : null;
  return {
    address: noted ?? "unknown",
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}

async function openGate(request: Request): Promise<Passage<Caller>> {
  return { scope: callerOf(request.headers) };
}

/** Makes the handler of a public route from its contract and one domain call. */
export const publicEndpoint = endpointBehind(openGate);
