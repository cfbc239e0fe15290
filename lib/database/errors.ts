import pg from "pg";

/** The fields of an error from `pg` or Prisma. Prisma keeps the database's error in `meta`. */
type DatabaseError = {
  code?: string;
  originalCode?: string;
  message?: string;
  cause?: DatabaseError;
  meta?: { driverAdapterError?: DatabaseError };
};

// Connection refused, broken, or over the limit. 53: out of disk, memory or connections. 57: stopping, starting,
// or a statement timeout. 58: disk errors. 25006: read-only, as a standby is before promotion.
// 40: rolled back because of a conflicting transaction; safe to retry.
const UNAVAILABLE_CODE = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|08|40|53|57|58|25006|P10)/;
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

/** True when an error means that the database cannot be reached, is shutting down, or is overloaded. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  let current = thrown as DatabaseError | null | undefined;
  while (typeof current === "object" && current !== null) {
    if (UNAVAILABLE_CODE.test(current.originalCode ?? current.code ?? "")) return true;
    if (UNAVAILABLE_MESSAGE.test(current.message ?? "")) return true;
    current = current.meta?.driverAdapterError ?? current.cause;
  }
  return false;
}

/** An error of the database as one sentence; null for any other error. */
export function describeDatabaseError(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  const [reason = ""] = (thrown.message || String(thrown)).trim().split("\n").slice(-1);
  if (isDatabaseUnavailable(thrown)) {
    return `The database can't be reached, or didn't answer in time: ${reason}.`;
  }
  const isReported = thrown instanceof pg.DatabaseError || thrown.name.startsWith("PrismaClient");
  return isReported ? `The database reported an error: ${reason}.` : null;
}

/** True when the database rolled a statement back to resolve a deadlock. */
export const isDeadlock = (thrown: unknown): boolean =>
  (thrown as DatabaseError | undefined)?.code === "40P01";

/** True when a row would have violated this constraint. */
export const violatesConstraint = (thrown: unknown, constraint: string): boolean =>
  (thrown as { constraint?: string } | undefined)?.constraint === constraint;
