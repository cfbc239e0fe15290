/** `/embed/display.woff2`: the flow's display font, served from its package. It never changes. */
import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { NEVER_FRAMED } from "#lib/http/responses.ts";

export const policy = { server: "api" };

const FILE = "files/big-shoulders-display-latin-900-normal.woff2";

let face: Promise<Uint8Array<ArrayBuffer>> | undefined;

function readFace(): Promise<Uint8Array<ArrayBuffer>> {
  // A bundler would treat `require.resolve` as an import.
  const manifest = findPackageJSON("@fontsource/big-shoulders-display", import.meta.url);
  if (!manifest) throw new Error("@fontsource/big-shoulders-display is not installed");
  return readFile(join(dirname(manifest), FILE)).then((bytes) => new Uint8Array(bytes));
}

export async function GET(): Promise<Response> {
  face ??= readFace();
  return new Response(await face, {
    headers: {
      ...NEVER_FRAMED,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Type": "font/woff2",
    },
  });
}
