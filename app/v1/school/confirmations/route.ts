import { confirmGifts } from "#lib/batches/confirm.ts";
import * as contract from "#lib/batches/contract.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const POST = schoolEndpoint(contract.confirmGifts, (scope, { query, body }) =>
  confirmGifts(scope, body, query.dry_run),
);
