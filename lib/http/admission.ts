/** What is checked of every request before it's handled. The gates of API operations limit their own callers. */
import { cachedSubjectOf, keyAt } from "../auth/limits/recent-credentials.ts";
import { decide } from "../auth/permissions.ts";
import { isStaff, ownerOf } from "../auth/scopes.ts";
import { decodeSessionToken, SESSION_COOKIE, scopeOfFamily } from "../auth/sessions.ts";
import { decryptToken } from "../auth/tokens/encrypted-tokens.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { isInngestServer } from "./caller.ts";
import {
  type Admission,
  admitCardholder,
  admitFile,
  admitKey,
  admitNetwork,
  enforce,
  type OnAdmission,
} from "./rate-limit.ts";
import { MAX_BODY_BYTES } from "./request.ts";
import { type Match, problemOf } from "./router.ts";
import { FORM_BYTES, MAX_CSV_BYTES } from "./uploads.ts";

/** Larger, since requests from the Inngest server contain a run's state. */
const MAX_INNGEST_BODY_BYTES = 4 * 1024 * 1024;

const COOKIE = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=([^;\\s]+)`);

const sessionCookieIn = (headers: Headers) => COOKIE.exec(headers.get("cookie") ?? "")?.[1];

/** The cardholder whose session was recently valid: only they know the cookie. */
const recentCardholder = (headers: Headers) => cachedSubjectOf(sessionCookieIn(headers));

/** The ID of the recently valid API key with which a bank redeems a code. */
function recentBankKey(headers: Headers, address: string): string | undefined {
  const [, encoded = ""] = /^basic ([\w+/=]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const [, secret = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  try {
    return cachedSubjectOf(keyAt(decodeURIComponent(secret), address));
  } catch {
    return undefined;
  }
}

const isFromInngest = ({ route }: Match, address: string): boolean =>
  route?.limit === "inngest" && !env().embeddedExecutor && isInngestServer(address);

function admitRequest(match: Match, headers: Headers, address: string): Admission {
  const limit = match.route?.limit;
  if (limit === "none" || isFromInngest(match, address)) return { fields: {} };
  if (limit === "files") return admitFile(address);
  const keyId = limit === "bank-key" ? recentBankKey(headers, address) : undefined;
  if (keyId) return admitKey(keyId);
  const cardholderId = recentCardholder(headers);
  return cardholderId ? admitCardholder(cardholderId) : admitNetwork(address);
}

/** The school or bank for which a member may upload a file; null for anyone else, from whom nothing large is read. */
async function uploaderOf({ route, params }: Match, headers: Headers): Promise<string | null> {
  if (!route?.upload || !params?.token) return null;
  const shown = await decryptToken<{ familyId: string }>("upload", params.token);
  const claims = shown && (await decodeSessionToken(sessionCookieIn(headers)));
  if (!claims || claims.familyId !== shown.familyId) return null;
  const scope = await scopeOfFamily(shown.familyId);
  if (!scope || !isStaff(scope)) return null;
  return decide(scope, route.upload) === "allowed" ? ownerOf(scope) : null;
}

/** @returns as `admit` */
async function admitBody(match: Match, headers: Headers, address: string): Promise<string | null> {
  if (headers.has("transfer-encoding")) throw new ServiceError("LENGTH_REQUIRED");
  const size = Number(headers.get("content-length"));
  const most = isFromInngest(match, address) ? MAX_INNGEST_BODY_BYTES : MAX_BODY_BYTES;
  if (size <= most) return null;
  const uploader = size <= MAX_CSV_BYTES + FORM_BYTES ? await uploaderOf(match, headers) : null;
  if (uploader === null) throw new ServiceError("PAYLOAD_TOO_LARGE");
  return uploader;
}

/**
 * Counts a request against its limit, and rejects it if nothing handles it, or for its body, before anything is read.
 * @param onAdmission receives the headers for the response, and its byte counter
 * @returns the school or bank whose file it is, which has to be received one at a time; null for any other body
 * @throws ServiceError NOT_FOUND, METHOD_NOT_ALLOWED, RATE_LIMITED, PAYLOAD_TOO_LARGE, or LENGTH_REQUIRED if its body
 *   declares no length, which browsers always do
 */
export async function admit(
  match: Match,
  { method, headers }: Pick<Request, "method" | "headers">,
  address: string,
  onAdmission: OnAdmission,
): Promise<string | null> {
  const problem = problemOf(match, method);
  if (match.route?.limit === "gate" && !problem) return null;
  await enforce(admitRequest(match, headers, address), onAdmission);
  if (problem) throw problem;
  return admitBody(match, headers, address);
}

/** The shared owner for everyone who isn't signed in. */
const ANONYMOUS = "pages for anonymous visitors";

/** The owner of the share of database connections that a page uses: its reader, or `ANONYMOUS`. */
export const poolOwnerOf = (headers: Headers): string => recentCardholder(headers) ?? ANONYMOUS;
