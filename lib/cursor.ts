/**
 * Pagination cursors: opaque, tied to their list and its filters, and independent of later changes. They
 * are signed, so that only cursors that were issued are accepted.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";
import { InvalidInput } from "./errors.ts";

/** The end of a page: the list's sort keys, id last. */
export type Position = [sortedBy: string, id: string];

/** Identifies the list: its name, the tenant, and the filters, but not `limit`. */
export function listKey(list: string, tenant: string, filters: Record<string, unknown>): string {
  const { limit: _limit, cursor: _cursor, ...rest } = filters;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return JSON.stringify([list, tenant, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The signatures with each of our secrets; the first is used for new cursors. */
function sealsOf(key: string, position: Buffer): [Buffer, ...Buffer[]] {
  const [first, ...older] = env().authSecrets;
  if (!first) throw new Error("AUTH_SECRET isn't set");
  const sealUnder = (secret: string) => sealOf(secret, key, position);
  return [sealUnder(first), ...older.map(sealUnder)];
}

function sealOf(secret: string, key: string, position: Buffer): Buffer {
  const seal = createHmac("sha256", secret).update(`cursor:${key}:`).update(position);
  return seal.digest().subarray(0, 16);
}

/** A cursor after the last row of a page. */
export function makeCursor(key: string, position: Position): string {
  const bytes = Buffer.from(JSON.stringify(position));
  return Buffer.concat([sealsOf(key, bytes)[0], bytes]).toString("base64url");
}

/**
 * The position to continue from.
 * @throws InvalidInput `cursor_invalid` if the cursor is damaged or of another list
 */
export function readCursor(key: string, cursor: string): Position {
  const bytes = Buffer.from(cursor, "base64url");
  const position = bytes.subarray(16);
  const isOurs = (seal: Buffer) => timingSafeEqual(bytes.subarray(0, 16), seal);
  if (bytes.length > 16 && sealsOf(key, position).some(isOurs)) {
    return JSON.parse(position.toString("utf8")) as Position;
  }
  throw new InvalidInput([
    {
      loc: ["query", "cursor"],
      msg: "This cursor doesn't match this list and its filters",
      type: "cursor_invalid",
    },
  ]);
}
