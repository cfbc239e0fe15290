/** Answers with pictures, which are the same for everybody and may be kept for a day. */
import { createHash } from "node:crypto";

/** A plain answer in the place of a picture. */
export const withoutPicture = (
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });

export const noPicture = () => withoutPicture(404, "Picture not found.");

/** The picture, or 304 if the client has it. @param known the request's `If-None-Match` */
export function pictureResponse(
  picture: string | Uint8Array<ArrayBuffer>,
  type: string,
  known: string | null,
): Response {
  const etag = `"${createHash("sha256").update(picture).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "Cache-Control": "public, max-age=86400, stale-while-revalidate=604800",
    ETag: etag,
    "Content-Type": type,
  };
  return known?.includes(etag)
    ? new Response(null, { status: 304, headers })
    : new Response(picture, { headers });
}
