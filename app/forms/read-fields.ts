/** Reads an HTML form submission. */
import { receive } from "#lib/http/request.ts";

const MAX_FORM_BYTES = 16 * 1024;

/** A file that a form has, besides its fields. */
export type FileField = { name: string; maxBytes: number };

export type Fields = { fields: URLSearchParams; file: Buffer<ArrayBuffer> | null };

/** The fields and the file, which is null if none was chosen. The whole is null if it's too large or not such a form. */
export async function readFieldsAndFile(
  request: Request,
  { name, maxBytes }: FileField,
): Promise<Fields | null> {
  const size = Number(request.headers.get("content-length") ?? Number.NaN);
  const type = request.headers.get("content-type") ?? "";
  if (!(size <= maxBytes + MAX_FORM_BYTES) || !type.startsWith("multipart/form-data")) return null;
  const data = await receive(request.formData());
  const fields = new URLSearchParams();
  for (const [key, value] of data) if (typeof value === "string") fields.append(key, value);
  const file = data.get(name);
  const isChosen = file instanceof File && file.size > 0;
  return { fields, file: isChosen ? Buffer.from(await file.arrayBuffer()) : null };
}

/** The fields; null if the body is too large or not a form. */
export async function readFields(request: Request): Promise<URLSearchParams | null> {
  const size = Number(request.headers.get("content-length") ?? Number.NaN);
  const type = request.headers.get("content-type") ?? "";
  if (!(size <= MAX_FORM_BYTES) || !type.startsWith("application/x-www-form-urlencoded"))
    return null;
  return new URLSearchParams(await receive(request.text()));
}
