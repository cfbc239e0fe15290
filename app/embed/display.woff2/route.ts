/** `/embed/display.woff2`: the flow's display font, served from its package. It never changes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { NEVER_FRAMED } from "#lib/http/responses.ts";
import { packageFolder } from "#lib/package-folder.ts";

export const policy = { server: "api" };

const FILE = "files/big-shoulders-display-latin-900-normal.woff2";

let face: Promise<Uint8Array<ArrayBuffer>> | undefined;

export async function GET(): Promise<Response> {
  const folder = packageFolder("@fontsource/big-shoulders-display");
  face ??= readFile(join(folder, FILE)).then((bytes) => new Uint8Array(bytes));
  return new Response(await face, {
    headers: {
      ...NEVER_FRAMED,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Type": "font/woff2",
    },
  });
}
