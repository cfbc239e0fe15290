/**
 * A cache of credentials that were recently valid in this process. It only decides which rate limit a request
 * counts toward before the database is queried. Authentication always checks the database.
 */
import { createHash } from "node:crypto";
import { ServiceError } from "../../errors.ts";
import { perProcess } from "../../singleton.ts";
import { networkOf } from "./network.ts";

type Entry = { subject: string; until: number };

const TTL_MS = 10 * 60 * 1_000;
/** Beyond this, the oldest entry is evicted, and its next request counts toward the network's limit. */
const MAX_ENTRIES = 20_000;

const cache = perProcess("recent credentials", () => new Map<string, Entry>());

const hashOf = (credential: string) => createHash("sha256").update(credential).digest("base64url");

/**
 * An API key as it's used from an address: it may be limited to some networks, and whoever has stolen it must neither pass
 * for those nor evict them.
 */
export const keyAt = (key: string | null, address: string): string | null =>
  key && `${key} ${networkOf(address)}`;

export function cacheValidCredential(credential: string, subject: string): void {
  const hash = hashOf(credential);
  cache().delete(hash);
  const [oldest] = cache().size < MAX_ENTRIES ? [] : cache().keys();
  if (oldest !== undefined) cache().delete(oldest);
  cache().set(hash, { subject, until: Date.now() + TTL_MS });
}

/** The owner of a credential, if it was recently valid. */
export function cachedSubjectOf(credential: string | null | undefined): string | undefined {
  const entry = credential ? cache().get(hashOf(credential)) : undefined;
  return entry && entry.until > Date.now() ? entry.subject : undefined;
}

/** Checks a credential and caches whether it is valid. */
export async function checkAndCacheCredential<T>(
  credential: string | null,
  check: () => Promise<T>,
  subjectOf: (found: NonNullable<T>) => string,
): Promise<T> {
  try {
    const found = await check();
    if (credential && found) cacheValidCredential(credential, subjectOf(found));
    else if (credential) cache().delete(hashOf(credential));
    return found;
  } catch (thrown) {
    if (credential && thrown instanceof ServiceError) cache().delete(hashOf(credential));
    throw thrown;
  }
}
