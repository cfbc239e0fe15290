/** Where a request comes from, by what the front door has noted. */
import { networkOf } from "../auth/limits/network.ts";
import { lastSubjectOf, rememberValid } from "../auth/limits/recent-credentials.ts";
import { perProcess } from "../singleton.ts";
import { admitNetwork, countedBy } from "./rate-limit.ts";

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

/** Whether a front door stands before the handlers of this process. */
export const frontDoorPresence = perProcess("front door", () => ({ noted: false }));

/** For the front door, before its first request: from now on that header is its own. */
export function markFrontDoor(): void {
  frontDoorPresence().noted = true;
}

/** Who calls, by what the front door has noted. Without one, as under `next start`, nobody's word counts. */
export function callerOf(headers: Headers): Caller {
  const noted = frontDoorPresence().noted ? headers.get(CLIENT_ADDRESS) : null;
  return {
    address: noted ?? "unknown",
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}

/**
 * Counts a request of somebody who has proved nothing yet against their network. Without a front door
 * there are no networks to tell apart.
 * @throws ServiceError RATE_LIMITED
 */
export function countAnonymous(request: Request, tell: (fields: Record<string, string>) => void) {
  if (frontDoorPresence().noted) countedBy(admitNetwork(callerOf(request.headers).address), tell);
}

const inngestServerAt = (address: string) => `inngest ${networkOf(address)}`;

/** Notes that a call of the Inngest server came from there, with the right signature. */
export function markInngestServer({ address }: Caller): void {
  rememberValid(inngestServerAt(address), address);
}

/** Whether one has come from there lately. */
export function isInngestServer(address: string): boolean {
  return lastSubjectOf(inngestServerAt(address)) !== undefined;
}
