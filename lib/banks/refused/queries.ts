/** Reads a bank's refused requests. */
import { type SqlBool, sql } from "kysely";
import type { BankApiScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { given, inSeconds } from "../../database/expressions.ts";
import { kysely } from "../../database/tables.ts";
import { readPage } from "../../pagination/pages.ts";
import { KEPT_DAYS, type RefusedFilters, type RefusedRequest } from "./contract.ts";

/** One page of this bank's refused requests, newest first. */
export const listRefusedRequests = (
  { bankId }: BankApiScope,
  filters: RefusedFilters,
): Promise<Page<RefusedRequest>> => {
  const { request_id: requestId, code, field, key_id: keyId } = filters;
  return readPage({
    list: "refused-requests",
    tenant: bankId,
    filters,
    rows: kysely
      .selectFrom("refusedRequest")
      .select(["id", "createdAt", "keyId", "requestId", "operation", "status", "code"])
      .select(sql<RefusedRequest["violations"]>`violations`.as("violations"))
      .where("bankId", "=", bankId)
      .where("createdAt", ">", inSeconds(-KEPT_DAYS * 86_400))
      .where(({ and }) => and(given({ requestId, code, keyId })))
      .$if(field !== undefined, (all) =>
        all.where(sql<SqlBool>`violations @> ${JSON.stringify([{ field }])}::jsonb`),
      ),
    by: { at: "createdAt", id: "id" },
    show: ({ requestId: request_id, createdAt, keyId: key_id, ...row }) => ({
      request_id,
      refused_at: createdAt.toISOString(),
      key_id,
      operation: row.operation,
      status: row.status,
      code: row.code,
      violations: row.violations,
    }),
  });
};
