/** Cursors: opaque to callers, tied to their list and its filters, and to nothing that changes. */
import { createHash } from "node:crypto";
import { InvalidInput } from "./errors.ts";

/** What a cursor belongs to: the list, the tenant and the filters, but not `limit`. */
export function listKey(list: string, tenant: string, filters: Record<string, unknown>): string {
  const { limit: _limit, cursor: _cursor, ...rest } = filters;
  const given = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([list, tenant, given]))
    .digest("base64url");
}

/** Marks the last row of a page. `position` is what the list sorts by, id last. */
export function makeCursor(key: string, position: [string, string]): string {
  return Buffer.from(JSON.stringify([key.slice(0, 12), ...position])).toString("base64url");
}

/**
 * Where to go on.
 * @throws InvalidInput `cursor_invalid` where the cursor is broken or of another list
 */
export function readCursor(key: string, cursor: string): [string, string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const [of, sortedBy, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
    if (of === key.slice(0, 12) && typeof sortedBy === "string" && typeof id === "string") {
      return [sortedBy, id];
    }
  } catch {
    // Falls through: unreadable is as wrong as foreign.
  }
  throw new InvalidInput([
    {
      loc: ["query", "cursor"],
      msg: "This cursor does not belong to this list and these filters",
      type: "cursor_invalid",
    },
  ]);
}
