/** The limits of requests that are not operations of the API, which count their callers themselves. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { lastSubjectOf } from "../auth/limits/recent-credentials.ts";
import { SESSION_COOKIE } from "../auth/sessions.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { isInngestServer } from "./caller.ts";
import {
  type Admission,
  admitCardholder,
  admitFile,
  admitKey,
  admitNetwork,
  countedBy,
} from "./rate-limit.ts";
import { MAX_BODY_BYTES } from "./request.ts";

/** Requests from the Inngest server contain the state of a run. */
const MAX_INNGEST_BODY_BYTES = 4 * 1024 * 1024;
const INNGEST = "/api/inngest";
/** Where banks redeem codes. */
const TOKEN = "/oauth/token";

let files: Set<string> | undefined;

/**
 * Whether a path, as it was sent, is a static file's, or for monitoring. A page of schools loads a monogram for each of
 * them.
 */
export function isFile(path: string): boolean {
  const names = () => readdirSync(join(process.cwd(), "public")).map((name) => `/${name}`);
  files ??= new Set(["/icon.svg", "/readyz", "/metrics", ...names()]);
  return files.has(path) || /^\/(_next\/static|monograms(\/wide)?\/[^/]+$)/.test(path);
}

const COOKIE = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=([^;\\s]+)`);

const sessionCookieIn = (headers: Headers) => COOKIE.exec(headers.get("cookie") ?? "")?.[1];

/** The cardholder whose session was valid a while ago: only they know their cookie. */
const signedIn = (headers: Headers) => lastSubjectOf(sessionCookieIn(headers));

/** The API key that was valid a while ago, of a bank that redeems codes. */
function keyOfBank(headers: Headers): string | undefined {
  const [, encoded = ""] = /^basic ([\w+/=]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const [, secret = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  try {
    return lastSubjectOf(decodeURIComponent(secret));
  } catch {
    return undefined;
  }
}

function isFromInngest(path: string, address: string): boolean {
  return path === INNGEST && !env().embeddedExecutor && isInngestServer(address);
}

/** Counts a request. Health checks are never refused: a failure would restart the process. */
function admitRequest(path: string, headers: Headers, address: string): Admission {
  if (path === "/healthz" || isFromInngest(path, address)) return { fields: {} };
  if (isFile(path)) return admitFile(address);
  const keyId = path === TOKEN ? keyOfBank(headers) : undefined;
  if (keyId) return admitKey(keyId);
  const cardholderId = signedIn(headers);
  return cardholderId ? admitCardholder(cardholderId) : admitNetwork(address);
}

/** Whether a body is too large, or doesn't declare its length: browsers and clients of forms always do. */
function isTooLarge(path: string, headers: Headers, address: string): boolean {
  const limit = isFromInngest(path, address) ? MAX_INNGEST_BODY_BYTES : MAX_BODY_BYTES;
  return headers.has("transfer-encoding") || Number(headers.get("content-length")) > limit;
}

/**
 * Applies the limits to a request.
 * @param tell gets the headers for the response, and what counts its bytes
 * @throws ServiceError RATE_LIMITED, PAYLOAD_TOO_LARGE
 */
export async function applyLimits(
  path: string,
  headers: Headers,
  address: string,
  tell: (admission: Admission) => void,
): Promise<void> {
  await countedBy(admitRequest(path, headers, address), tell);
  if (isTooLarge(path, headers, address)) throw new ServiceError("PAYLOAD_TOO_LARGE");
}

/** All who are not signed in. */
const ANONYMOUS = "pages for anonymous visitors";

/** Whose share of the database connections a page uses: its reader's; all who aren't signed in share one. */
export const poolOwnerOf = (headers: Headers): string => signedIn(headers) ?? ANONYMOUS;
