import type { BankApiScope } from "../../auth/scopes.ts";
import { inSeconds } from "../../database/expressions.ts";
import { serialize } from "../../database/serialize.ts";
import { readPage } from "../../pagination/pages.ts";
import { refusedRequests } from "../../storage/sql.ts";
import { KEPT_DAYS, type RefusedFilters, refusedRequest } from "./contract.ts";

export const listRefusedRequests = ({ bankId }: BankApiScope, filters: RefusedFilters) =>
  readPage({
    list: "refused-requests",
    tenant: bankId,
    filters,
    rows: refusedRequests(bankId, filters.search).where(
      "createdAt",
      ">",
      inSeconds(-KEPT_DAYS * 86_400),
    ),
    by: { at: "createdAt", id: "id" },
    show: (row) => serialize(refusedRequest, { ...row, refusedAt: row.createdAt }, {}),
  });
