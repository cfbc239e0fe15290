/** Identifies the caller of a request, from what the front door recorded. */
import { networkOf } from "../auth/limits/network.ts";
import { lastSubjectOf, rememberValid } from "../auth/limits/recent-credentials.ts";
import { perProcess } from "../singleton.ts";
import { admitNetwork, countedBy } from "./rate-limit.ts";

/** The origin of a request, for limits and for the session that it may open. */
export type Caller = {
  /** The client's address, as the front door saw it. */
  address: string;
  userAgent: string | null;
};

/** The header in which the front door passes on the client's address. It drops the client's own header. */
export const CLIENT_ADDRESS = "x-client-address";

/** Longer user agents do not help recognition. */
const MAX_USER_AGENT = 300;

/** Whether this process has a front door before its handlers. */
export const frontDoorPresence = perProcess("front door", () => ({ noted: false }));

/** Called by the front door before its first request: from now on, the header can be trusted. */
export function markFrontDoor(): void {
  frontDoorPresence().noted = true;
}

/** The caller, as recorded by the front door. Without one, as under `next start`, no header is trusted. */
export function callerOf(headers: Headers): Caller {
  const noted = frontDoorPresence().noted ? headers.get(CLIENT_ADDRESS) : null;
  return {
    address: noted ?? "unknown",
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}

/**
 * Counts an unauthenticated request against its network. Without a front door, networks cannot be told
 * apart.
 * @throws ServiceError RATE_LIMITED
 */
export async function countAnonymous(
  request: Request,
  tell: (fields: Record<string, string>) => void,
): Promise<void> {
  if (!frontDoorPresence().noted) return;
  await countedBy(admitNetwork(callerOf(request.headers).address), tell);
}

const inngestServerAt = (address: string) => `inngest ${networkOf(address)}`;

/** Records an address from which the Inngest server has called with a valid signature. */
export function markInngestServer({ address }: Caller): void {
  rememberValid(inngestServerAt(address), address);
}

/** Whether the Inngest server has recently called from this address. */
export function isInngestServer(address: string): boolean {
  return lastSubjectOf(inngestServerAt(address)) !== undefined;
}
