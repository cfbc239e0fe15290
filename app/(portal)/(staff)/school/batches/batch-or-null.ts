import { validate as isUuid } from "uuid";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { getBatch } from "#lib/batches/queries.ts";
import { ServiceError } from "#lib/errors.ts";

/** The school's batch with the ID in the URL, or null. */
export async function batchOrNull(
  scope: SchoolScope,
  { batch_id: id = "" }: Record<string, string>,
) {
  if (!isUuid(id)) return null;
  return getBatch(scope, id).catch((error) => {
    if (error instanceof ServiceError && error.code === "BATCH_NOT_FOUND") return null;
    throw error;
  });
}
