/** Identifies the caller of a request. */
import { isIP } from "node:net";
import { networkOf } from "../auth/limits/network.ts";
import {
  cachedSubjectOf,
  cacheValidCredential,
  checkAndCacheCredential,
} from "../auth/limits/recent-credentials.ts";
import { ServiceError } from "../errors.ts";
import { admitNetwork, enforce, type OnAdmission } from "./rate-limit.ts";
import { requestContext } from "./request-context.ts";

/** The client of a request, for limits and for the session that it may open. */
export type Caller = {
  address: string;
  userAgent: string | null;
};

/** Enough for a person to recognize their browser. */
const MAX_USER_AGENT = 300;

/** The address that the nearest proxy appended to X-Forwarded-For. The client can forge everything before it. */
export function lastForwarded(forwarded: string | string[] | null | undefined): string | undefined {
  const last =
    String(forwarded ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "";
  return isIP(last) ? last : undefined;
}

/** The caller. Under plain Next.js, X-Forwarded-For is always set: by a proxy, or by Next.js from the connection. */
export function callerOf(headers: Headers): Caller {
  const { address = lastForwarded(headers.get("x-forwarded-for")) } = requestContext() ?? {};
  return {
    address: address ?? "unknown",
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}

/**
 * Counts an unauthenticated request against its network.
 * @throws ServiceError RATE_LIMITED
 */
export async function countAnonymous({ headers }: Request, onAdmission: OnAdmission) {
  await enforce(admitNetwork(callerOf(headers).address), onAdmission);
}

/**
 * Authenticates a request by its credential. Without a recently valid credential, it counts against its network before
 * the database is queried; if the credential has just become invalid, it counts afterward.
 * @throws ServiceError if the credential is invalid, or RATE_LIMITED
 */
export async function authenticate<T>(
  request: Request,
  credential: string | null,
  onAdmission: OnAdmission,
  check: () => Promise<T>,
  subjectOf: (scope: NonNullable<T>) => string,
): Promise<T> {
  const wasValid = cachedSubjectOf(credential) !== undefined;
  if (!wasValid) await countAnonymous(request, onAdmission);
  return checkAndCacheCredential(credential, check, subjectOf).catch(async (thrown) => {
    if (wasValid && thrown instanceof ServiceError) await countAnonymous(request, onAdmission);
    throw thrown;
  });
}

const inngestServerAt = (address: string) => `inngest ${networkOf(address)}`;

/** Records an address from which the Inngest server has called with a valid signature. */
export function markInngestServer({ address }: Caller): void {
  cacheValidCredential(inngestServerAt(address), address);
}

/** Whether the Inngest server has recently called from this address. */
export function isInngestServer(address: string): boolean {
  return cachedSubjectOf(inngestServerAt(address)) !== undefined;
}
