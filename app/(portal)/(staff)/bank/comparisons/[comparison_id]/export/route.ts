import { validate as isUuid } from "uuid";
import { oneOf } from "#app/filters.ts";
import { KINDS } from "#lib/comparisons/contract.ts";
import { differencesCsv } from "#lib/comparisons/queries.ts";
import { ServiceError } from "#lib/errors.ts";
import { csvResponse, staffFile } from "../../../../staff-file.ts";
import { isKind } from "../../comparison-words.ts";

/** The differences of the page's tab. */
export const GET = staffFile(
  "bank",
  "donations.export",
  { kind: oneOf(KINDS) },
  async ({ scope, params: { comparison_id: id = "" }, query: { kind } }) => {
    if (!isUuid(id)) throw new ServiceError("COMPARISON_NOT_FOUND");
    return csvResponse(await differencesCsv(scope, id, isKind(kind) ? kind : undefined));
  },
);
