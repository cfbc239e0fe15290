/** Compression of responses that differ each time; cached-document.ts compresses the others. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { encodingFor } from "./cached-document.ts";

type Compressed = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> };

/** The text as the client accepts it, with the headers that say so. */
export async function compress(text: string, acceptEncoding: string): Promise<Compressed> {
  const bytes = new TextEncoder().encode(text);
  // Brotli takes several times as long to compress.
  const isZipped = encodingFor(acceptEncoding.replace(/\bbr\b/gi, "")) === "gzip";
  const body = isZipped ? Uint8Array.from(await promisify(gzip)(bytes)) : bytes;
  return { body, headers: isZipped ? { "Content-Encoding": "gzip" } : {} };
}
