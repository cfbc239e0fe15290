import { createHash } from "node:crypto";
import { plainText } from "#app/plain-text.ts";
import { drawSchool } from "#lib/schools/monogram.ts";

type Context = { params: Promise<{ file: string }> };

const FILE = /^([a-z0-9-]{1,128})\.svg$/;

/** Answers with a drawing of the school that the file name stands for. @param draw makes the SVG */
export const pictureRoute =
  (draw: Parameters<typeof drawSchool>[0]) =>
  async (request: Request, { params }: Context): Promise<Response> => {
    const [, schoolId] = FILE.exec((await params).file) ?? [];
    const svg = schoolId ? await drawSchool(draw, schoolId) : null;
    if (!svg) return plainText(404, "Picture not found.");
    const etag = `"${createHash("sha256").update(svg).digest("base64url").slice(0, 22)}"`;
    const headers = {
      "Cache-Control": "public, max-age=86400, stale-while-revalidate=604800",
      ETag: etag,
      "Content-Type": "image/svg+xml; charset=utf-8",
    };
    const known = request.headers.get("if-none-match")?.includes(etag);
    return known
      ? new Response(null, { status: 304, headers })
      : new Response(svg, { status: 200, headers });
  };
