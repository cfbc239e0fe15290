/** Classifies database errors. */

/** The fields of an error from `pg` or Prisma. Prisma keeps the database's error in `meta`. */
type DatabaseError = {
  code?: string;
  originalCode?: string;
  message?: string;
  cause?: DatabaseError;
  meta?: { driverAdapterError?: DatabaseError };
};

// Connections: refused, broken, too many. 53: out of disk, memory or connections. 57: stopping, starting,
// or a statement timeout. 58: disk errors. 25006: read-only, as a standby is before it takes over.
// 40: rolled back by the database in favor of another transaction, to be retried.
const UNAVAILABLE_CODE = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|08|40|53|57|58|25006|P10)/;
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

/** True when an error means that the database cannot be reached, is shutting down, or is overloaded. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  let at = thrown as DatabaseError | null | undefined;
  while (typeof at === "object" && at !== null) {
    if (UNAVAILABLE_CODE.test(at.originalCode ?? at.code ?? "")) return true;
    if (UNAVAILABLE_MESSAGE.test(at.message ?? "")) return true;
    at = at.meta?.driverAdapterError ?? at.cause;
  }
  return false;
}

/** True when the database rolled a statement back to resolve a deadlock. */
export const isDeadlock = (thrown: unknown): boolean =>
  (thrown as DatabaseError | undefined)?.code === "40P01";

/** True when a row would have violated this constraint. */
export const violatesConstraint = (thrown: unknown, constraint: string): boolean =>
  (thrown as { constraint?: string } | undefined)?.constraint === constraint;
