/** Identifies the caller of a request. */
import { isIP } from "node:net";
import { networkOf } from "../auth/limits/network.ts";
import {
  lastSubjectOf,
  rememberOutcome,
  rememberValid,
} from "../auth/limits/recent-credentials.ts";
import { ServiceError } from "../errors.ts";
import { type Admission, admitNetwork, countedBy } from "./rate-limit.ts";
import { requestContext } from "./request-context.ts";

/** The origin of a request, for limits and for the session that it may open. */
export type Caller = {
  /** The client's address. */
  address: string;
  userAgent: string | null;
};

/** Longer user agents do not help recognition. */
const MAX_USER_AGENT = 300;

/** The address that the nearest proxy has appended to X-Forwarded-For. What comes before, the client can forge. */
export function lastForwarded(forwarded: string | string[] | null | undefined): string | undefined {
  const last =
    String(forwarded ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "";
  return isIP(last) ? last : undefined;
}

/** The caller. Under plain Next.js there is always a proxy in front, if only Next.js, which notes the connection's. */
export function callerOf(headers: Headers): Caller {
  const { address = lastForwarded(headers.get("x-forwarded-for")) } = requestContext() ?? {};
  return {
    address: address ?? "unknown",
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}

type Tell = (admission: Admission) => void;

/**
 * Counts an unauthenticated request against its network.
 * @throws ServiceError RATE_LIMITED
 */
export async function countAnonymous({ headers }: Request, tell: Tell): Promise<void> {
  await countedBy(admitNetwork(callerOf(headers).address), tell);
}

/**
 * Authenticates a request by its credential. One without a recent valid credential counts against its network before
 * the database is asked, and one whose credential has just become invalid counts afterwards.
 * @throws ServiceError if the credential is invalid, or RATE_LIMITED
 */
export async function authenticate<T>(
  request: Request,
  credential: string | null,
  tell: Tell,
  check: () => Promise<T>,
  subjectOf: (scope: NonNullable<T>) => string,
): Promise<T> {
  const wasValid = lastSubjectOf(credential) !== undefined;
  if (!wasValid) await countAnonymous(request, tell);
  return rememberOutcome(credential, check, subjectOf).catch(async (thrown) => {
    if (wasValid && thrown instanceof ServiceError) await countAnonymous(request, tell);
    throw thrown;
  });
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
