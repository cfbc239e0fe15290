/** Reads an HTML form submission. */
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { Busboy } from "@fastify/busboy";
import { receive } from "#lib/http/request.ts";
import { FORM_BYTES } from "#lib/http/uploads.ts";

/** A file that a form may have, besides its fields. */
export type FileField = { name: string; maxBytes: number };

export type Fields = { fields: URLSearchParams; file: Buffer<ArrayBuffer> | null };

const sizeOf = ({ headers }: Request) => Number(headers.get("content-length") ?? Number.NaN);
const hasType = ({ headers }: Request, type: string) =>
  (headers.get("content-type") ?? "").startsWith(type);

/** The fields; null if the body is too large or not a form. */
export async function readFields(request: Request): Promise<URLSearchParams | null> {
  const isForm = hasType(request, "application/x-www-form-urlencoded");
  if (!isForm || !(sizeOf(request) <= FORM_BYTES)) return null;
  return new URLSearchParams(await receive(request.text()));
}

/** More than any form has, and than browsers send with each part. */
const MULTIPART_LIMITS = { parts: 20, files: 1, headerPairs: 10, headerSize: 4 * 1024 };
/** A boundary has at most 70 characters (RFC 2046, 5.1.1): the parser may compare all of them at every byte. */
const MULTIPART = /^multipart\/form-data\s*;\s*boundary=("[^"]{1,70}"|[^\s;",]{1,70})$/i;
/** How much is parsed in one turn of the event loop. */
const PIECE_BYTES = 16 * 1024;

/** The fields, and the file if one was chosen; null if the body is too large or not a form. */
export async function readForm(request: Request, file?: FileField): Promise<Fields | null> {
  if (!file || !hasType(request, "multipart/form-data")) {
    const fields = await readFields(request);
    return fields && { fields, file: null };
  }
  if (!(sizeOf(request) <= file.maxBytes + FORM_BYTES)) return null;
  return readMultipart(request, file).catch(() => null);
}

async function* piecesOf({ body }: Request) {
  for await (const chunk of body ?? []) {
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
      yield chunk.subarray(at, at + PIECE_BYTES);
      await setImmediate();
    }
  }
}

/** @throws Error if it is malformed, broken off, or beyond a limit */
async function readMultipart(request: Request, { name, maxBytes }: FileField): Promise<Fields> {
  const type = request.headers.get("content-type") ?? "";
  if (!MULTIPART.test(type)) throw new Error("no valid boundary");
  const limits = { ...MULTIPART_LIMITS, fileSize: maxBytes, fieldSize: maxBytes };
  const parser = new Busboy({ headers: { "content-type": type }, limits });
  const fields = new URLSearchParams();
  const chunks: Buffer[] = [];
  const stop = (error = new Error("beyond a limit")) => void parser.destroy(error);
  // It may report more than one error; the first ends the pipeline.
  parser.on("error", () => {});
  for (const limit of ["partsLimit", "filesLimit"] as const) parser.on(limit, () => stop());
  parser.on("field", (field, value) => fields.append(field, value));
  parser.on("file", (field, content) => {
    content.on("error", stop).on("limit", () => stop());
    content.on("data", (chunk: Buffer) => field === name && chunks.push(chunk));
  });
  await pipeline(piecesOf(request), parser);
  return { fields, file: chunks.length > 0 ? Buffer.concat(chunks) : null };
}
