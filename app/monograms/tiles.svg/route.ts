/** `/monograms/tiles.svg#ohio-state`: every school's art with its monogram in one file, for pages of many schools. */
import {
  type CachedDocument,
  cacheDocument,
  respondWithDocument,
} from "#lib/http/cached-document.ts";
import { NEVER_FRAMED } from "#lib/http/responses.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { drawTiles } from "#lib/schools/pictures.ts";
import { perProcess } from "#lib/singleton.ts";

const HEADERS = {
  ...NEVER_FRAMED,
  // As for other images (next.config.ts).
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:; sandbox",
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
