import { validate as isUuid } from "uuid";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { getBatch } from "#lib/batches/queries.ts";
import { nullIf } from "#lib/errors.ts";

/** The school's batch with the ID in the URL, or null. */
export async function batchOrNull(
  scope: SchoolScope,
  { batch_id: id = "" }: Record<string, string>,
) {
  return isUuid(id) ? nullIf("BATCH_NOT_FOUND", getBatch(scope, id)) : null;
}
