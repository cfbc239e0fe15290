/** Reads an HTML form submission. */
import { receive } from "#lib/http/request.ts";
import { FORM_BYTES } from "#lib/http/uploads.ts";

/** A file that a form may have, besides its fields. */
export type FileField = { name: string; maxBytes: number };

export type Fields = { fields: URLSearchParams; file: Buffer<ArrayBuffer> | null };

const sizeOf = ({ headers }: Request) => Number(headers.get("content-length") ?? Number.NaN);
const hasType = ({ headers }: Request, type: string) =>
  (headers.get("content-type") ?? "").startsWith(type);

/** The fields; null if the body is too large or not a form. */
export async function readFields(request: Request): Promise<URLSearchParams | null> {
  const isForm = hasType(request, "application/x-www-form-urlencoded");
  if (!isForm || !(sizeOf(request) <= FORM_BYTES)) return null;
  return new URLSearchParams(await receive(request.text()));
}

/** The fields, and the file if one was chosen; null if the body is too large or not a form. */
export async function readForm(request: Request, file?: FileField): Promise<Fields | null> {
  if (!file || !hasType(request, "multipart/form-data")) {
    const fields = await readFields(request);
    return fields && { fields, file: null };
  }
  return sizeOf(request) <= file.maxBytes + FORM_BYTES ? readMultipart(request, file.name) : null;
}

async function readMultipart(request: Request, fileName: string): Promise<Fields> {
  const data = await receive(request.formData());
  const fields = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === "string") fields.append(name, value);
  const file = data.get(fileName);
  const isChosen = file instanceof File && file.size > 0;
  return { fields, file: isChosen ? Buffer.from(await file.arrayBuffer()) : null };
}
