import { validate as isUuid } from "uuid";
import { anyText } from "#app/filters.ts";
import { plainText } from "#app/plain-text.ts";
import { FILE_FORMATS } from "#lib/batches/contract.ts";
import { batchFile } from "#lib/batches/files.ts";
import { csvResponse, staffFile } from "../../../../staff-file.ts";

/** A closed batch's file, in the format that the query names. */
export const GET = staffFile(
  "school",
  "gifts.export",
  { format: anyText },
  async ({ scope, params, query }) => {
    const { batch_id: batchId = "" } = params;
    const format = FILE_FORMATS.find((one) => one === query.format);
    if (!format || !isUuid(batchId)) return plainText(404, "There’s no such file.");
    return csvResponse(await batchFile(scope, batchId, format));
  },
);
