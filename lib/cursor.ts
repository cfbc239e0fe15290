/**
 * Pagination cursors: opaque, tied to their list and its filters, and independent of later changes. They
 * are signed, so that only cursors that were issued are accepted.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";
import { InvalidInput, violation } from "./errors.ts";

/** The last row of a page: its sort keys, id last. */
export type Position = [sortedBy: string, id: string];

/** Identifies the list: its name, the tenant, and the filters, but not `limit`. */
export function listKey(list: string, tenant: string, filters: Record<string, unknown>): string {
  const { limit: _limit, cursor: _cursor, ...rest } = filters;
  const set = Object.entries(rest).filter(([, value]) => value !== undefined);
  return JSON.stringify([list, tenant, set.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The signature with each of our secrets. New cursors use the first. */
function signaturesOf(key: string, position: Buffer): [Buffer, ...Buffer[]] {
  const [first, ...older] = env().authSecrets;
  if (!first) throw new Error("AUTH_SECRET isn't set");
  const signWith = (secret: string) => sign(secret, key, position);
  return [signWith(first), ...older.map(signWith)];
}

function sign(secret: string, key: string, position: Buffer): Buffer {
  const signature = createHmac("sha256", secret).update(`cursor:${key}:`).update(position);
  return signature.digest().subarray(0, 16);
}

/** A cursor after the last row of a page. */
export function makeCursor(key: string, position: Position): string {
  const bytes = Buffer.from(JSON.stringify(position));
  return Buffer.concat([signaturesOf(key, bytes)[0], bytes]).toString("base64url");
}

/**
 * The position to continue from; undefined for the first page.
 * @throws InvalidInput `cursor_invalid` if the cursor is corrupted or from another list
 */
export function positionAfter(key: string, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, "base64url");
  const position = bytes.subarray(16);
  const matches = (signature: Buffer) => timingSafeEqual(bytes.subarray(0, 16), signature);
  if (bytes.length > 16 && signaturesOf(key, position).some(matches)) {
    return JSON.parse(position.toString("utf8")) as Position;
  }
  const msg = "This cursor doesn't match this list and its filters";
  throw new InvalidInput([violation(["query", "cursor"], msg, "cursor_invalid")]);
}
