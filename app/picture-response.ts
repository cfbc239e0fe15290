/** Image responses: the same for everyone, and cacheable for a day. */
import { createHash } from "node:crypto";
import { plainText } from "./plain-text.ts";

export const pictureNotFound = () => plainText(404, "Picture not found.");

/** The image, or 304 if the client has the current version. @param known the request's `If-None-Match` */
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
