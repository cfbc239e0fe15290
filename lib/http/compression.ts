/** Compressed responses: documents that are the same for everyone, compressed and hashed once; and others. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { customServer } from "../singleton.ts";
import { requestIdFor } from "./request-context.ts";

export type CachedDocument = Awaited<ReturnType<typeof cacheDocument>>;

/** Compresses nearly as well as the maximum in a tenth of the time. */
const BROTLI_QUALITY = 9;

/** @param headers for every response */
export async function cacheDocument(text: string, headers: Record<string, string>) {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 27);
  // A strong ETag identifies exact bytes, so each encoding has its own.
  const variant = (body: Buffer, suffix: string) => ({
    body: Uint8Array.from(body),
    etag: `"${hash}${suffix}"`,
  });
  return {
    variants: {
      br: variant(br, "-br"),
      gzip: variant(zipped, "-gzip"),
      identity: variant(identity, ""),
    },
    headers,
  };
}

export function encodingFor(accepted: string | null): keyof CachedDocument["variants"] {
  const listed = parseAccept((accepted ?? "").toLowerCase());
  const qualityOf = (name: string) => listed.find(({ type }) => type === name)?.q;
  const br = qualityOf("br") ?? 0;
  const zipped = qualityOf("gzip") ?? qualityOf("*") ?? 0;
  const best = Math.max(br, zipped);
  if (best === 0 || best < (qualityOf("identity") ?? 0)) return "identity";
  return br === best ? "br" : "gzip";
}

function isCached(request: Request, etag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  return known.includes("*") || known.some((tag) => tag.replace(/^W\//, "") === etag);
}

/** A `Response` would copy the whole body for each request; a stream passes it through. */
function asStream(body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(body);
      controller.close();
    },
  });
}

/** Responds with the document, or with 304 if the client has it already. */
export function respondWithDocument(document: CachedDocument, request: Request): Response {
  // Next.js 16.4 drops Content-Encoding and compresses on its own: test/process/parity.ts fails without this.
  const accepted = customServer().isActive ? request.headers.get("accept-encoding") : null;
  const encoding = encodingFor(accepted);
  const { body, etag } = document.variants[encoding];
  const headers: Record<string, string> = {
    ...document.headers,
    ETag: etag,
    Vary: "Accept-Encoding",
    "X-Request-Id": requestIdFor(request),
  };
  if (isCached(request, etag)) return new Response(null, { status: 304, headers });
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  headers["Content-Length"] = String(body.byteLength);
  return new Response(asStream(body), { headers });
}

type Compressed = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> };

/** A text that differs each time, as the client accepts it, with the headers that say so. */
export async function compress(text: string, acceptEncoding: string): Promise<Compressed> {
  const bytes = new TextEncoder().encode(text);
  // Brotli takes several times as long to compress.
  const isZipped = encodingFor(acceptEncoding.replace(/\bbr\b/gi, "")) === "gzip";
  const body = isZipped ? Uint8Array.from(await promisify(gzip)(bytes)) : bytes;
  return { body, headers: isZipped ? { "Content-Encoding": "gzip" } : {} };
}
