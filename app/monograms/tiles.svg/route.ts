/** `/monograms/tiles.svg#ohio-state`: every school's art with its monogram in one file, for pages of many schools. */
import { DOCUMENT_POLICIES } from "#app/content-security-policy.ts";
import { type CachedDocument, cacheDocument, respondWithDocument } from "#lib/http/compression.ts";
import { NEVER_FRAMED } from "#lib/http/responses.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { drawTiles } from "#lib/schools/pictures.ts";
import { perProcess } from "#lib/singleton.ts";

export const policy = { server: "api", limit: "files" };

const HEADERS = {
  ...NEVER_FRAMED,
  "Content-Security-Policy": DOCUMENT_POLICIES.svg,
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=604800",
};

/** By the looks, which are read again once a minute. */
const drawn = perProcess("school tiles", () => new WeakMap<object, Promise<CachedDocument>>());

export async function GET(request: Request): Promise<Response> {
  const looks = await readSchoolBranding();
  const document = drawn().get(looks) ?? cacheDocument(drawTiles([...looks.values()]), HEADERS);
  drawn().set(looks, document);
  return respondWithDocument(await document, request);
}
