/** Reading what a plain HTML form has sent. */

const LARGEST_FORM = 16 * 1024;

/** Its fields; null where it is too large, or no form. */
export async function readFields(request: Request): Promise<URLSearchParams | null> {
  const size = Number(request.headers.get("content-length") ?? Number.NaN);
  const type = request.headers.get("content-type") ?? "";
  if (!(size <= LARGEST_FORM) || !type.startsWith("application/x-www-form-urlencoded")) return null;
  return new URLSearchParams(await request.text());
}
