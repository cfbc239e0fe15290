/** Reads an HTML form submission. */
import { receive } from "#lib/http/request.ts";
import { FORM_BYTES, MAX_CSV_BYTES } from "#lib/http/uploads.ts";

const sizeOf = ({ headers }: Request) => Number(headers.get("content-length") ?? Number.NaN);

/** The fields; null if the body is too large or not a form. */
export async function readFields(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!(sizeOf(request) <= FORM_BYTES) || !type.startsWith("application/x-www-form-urlencoded"))
    return null;
  return new URLSearchParams(await receive(request.text()));
}

/**
 * The fields of a form with files, each as the text of a file in UTF-8. A file in another encoding is an empty field, and
 * one that wasn't chosen is missing.
 */
export async function readUpload(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return readFields(request);
  if (!(sizeOf(request) <= MAX_CSV_BYTES + FORM_BYTES)) return null;
  const form = await receive(request.formData());
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string") fields.append(name, value);
    else if (value.size > 0) fields.append(name, decode(await value.bytes()));
  }
  return fields;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}
