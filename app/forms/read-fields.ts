/** Reads an HTML form submission. */
import { receive } from "#lib/http/request.ts";

const MAX_FORM_BYTES = 16 * 1024;

/** The fields; null if the body is too large or not a form. */
export async function readFields(request: Request): Promise<URLSearchParams | null> {
  const size = Number(request.headers.get("content-length") ?? Number.NaN);
  const type = request.headers.get("content-type") ?? "";
  if (!(size <= MAX_FORM_BYTES) || !type.startsWith("application/x-www-form-urlencoded"))
    return null;
  return new URLSearchParams(await receive(request.text()));
}
