import { validate as isUuid } from "uuid";
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import type { Action } from "#lib/auth/permissions.ts";
import { FILE_FORMATS } from "#lib/batches/contract.ts";
import { batchFile } from "#lib/batches/files.ts";
import { ServiceError } from "#lib/errors.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";

const kind = "school";
const action: Action<"school"> = "batches.read";

/** A closed batch's file, in the format that the query names. */
async function download(request: Request, { params }: { params: Promise<Record<string, string>> }) {
  const { pathname, searchParams } = new URL(request.url);
  const scope = await requireStaff(kind, action, pathname, Object.fromEntries(searchParams));
  if (!scope) return plainText(403, "Your role doesn’t include this.");
  const { batch_id: batchId = "" } = await params;
  const format = FILE_FORMATS.find((one) => one === searchParams.get("format"));
  if (!format || !isUuid(batchId)) return plainText(404, "There’s no such file.");
  try {
    const { body, fileName } = await batchFile(scope, batchId, format);
    return new Response(body, { headers: fileHeaders("text/csv", fileName) });
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) {
      return plainText(error.status, error.message);
    }
    throw error;
  }
}

export const GET = Object.assign(download, { kind, action });
