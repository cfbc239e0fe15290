/** The rate limits of requests that are not operations of the API, which count their callers themselves. */
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { lastSubjectOf } from "#lib/auth/limits/recent-credentials.ts";
import { SESSION_COOKIE } from "#lib/auth/sessions.ts";
import { env } from "#lib/env.ts";
import { isInngestServer } from "#lib/http/caller.ts";
import {
  type Admission,
  admitCardholder,
  admitFile,
  admitKey,
  admitNetwork,
} from "#lib/http/rate-limit.ts";
import { MAX_BODY_BYTES } from "#lib/http/request.ts";
import { OAUTH_PATHS } from "#lib/oauth/places.ts";

/** Requests from the Inngest server contain the state of a run. */
const MAX_INNGEST_BODY_BYTES = 4 * 1024 * 1024;
const INNGEST = "/api/inngest";

/** Static files, and monitoring. */
const FILES = new Set([
  "/icon.svg",
  "/readyz",
  "/metrics",
  ...readdirSync(join(projectRoot, "public")).map((name) => `/${name}`),
]);

/** A page of schools loads a monogram for each of them. */
export const isFile = (path: string) => FILES.has(path) || /^\/(_next|monograms)\//.test(path);

const COOKIE = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=([^;\\s]+)`);

export const hasSessionCookie = ({ headers }: IncomingMessage): boolean =>
  COOKIE.test(headers.cookie ?? "");

/** The cardholder whose session was valid a while ago: only they know their cookie. */
function signedIn({ headers }: IncomingMessage): string | undefined {
  return lastSubjectOf(COOKIE.exec(headers.cookie ?? "")?.[1]);
}

/** The API key that was valid a while ago, of a bank that redeems codes. */
function keyOfBank({ headers }: IncomingMessage): string | undefined {
  const [, encoded = ""] = /^basic ([\w+/=]+)$/i.exec(headers.authorization ?? "") ?? [];
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
export function admitRequest(incoming: IncomingMessage, path: string, address: string): Admission {
  if (path === "/healthz" || isFromInngest(path, address)) return { fields: {} };
  if (isFile(path)) return admitFile(address);
  const keyId = path === OAUTH_PATHS.token ? keyOfBank(incoming) : undefined;
  if (keyId) return admitKey(keyId);
  const cardholderId = signedIn(incoming);
  return cardholderId ? admitCardholder(cardholderId) : admitNetwork(address);
}

/** Counts what a response puts on its connection. */
export function countWritten(
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
  countBytes: (bytes: number) => void,
): void {
  const before = socket.bytesWritten;
  outgoing.once("close", () => countBytes(socket.bytesWritten - before));
}

/** All who are not signed in. */
const STRANGERS = "pages for strangers";

/**
 * Whose share of the database connections a page uses: its reader's; strangers share one. Jobs that an Inngest server
 * sends have none, since they are many owners' work.
 */
export function poolOwnerOf(incoming: IncomingMessage, path: string): string | undefined {
  return path === INNGEST ? undefined : (signedIn(incoming) ?? STRANGERS);
}

/** The maximum size of a request's body. */
export function bodyLimitOf(path: string, address: string): number {
  return isFromInngest(path, address) ? MAX_INNGEST_BODY_BYTES : MAX_BODY_BYTES;
}
