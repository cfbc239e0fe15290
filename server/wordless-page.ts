/**
 * Where a page fails, or finds nothing, Next.js sends one without a word that scripts fill in. Whoever
 * has none would see nothing: so it is given some words, which the scripts replace.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectRoot } from "#installation/project-root.ts";

const WORDLESS = '<html id="__next_error__">';
const FILES: Record<number, string> = { 404: "nothing-here.html", 500: "failed.html" };

/** What stands between the tags of a page of `public/`. */
function partOf(page: string, tag: string): string {
  return new RegExp(`<${tag}[^>]*>([^]*)</${tag}>`).exec(page)?.[1] ?? "";
}

function withWords(html: string, file: string): string {
  const page = readFileSync(join(projectRoot, "public", file), "utf8");
  const style = '<link rel="stylesheet" href="/plain-page.css">';
  return html
    .replace(WORDLESS, '<html lang="en" id="__next_error__">')
    .replace("<body>", `<body><noscript>${style}${partOf(page, "body")}</noscript>`);
}

/** The body as it is to be sent, and the headers with it. */
function finish(outgoing: ServerResponse, body: Buffer, file: string): Buffer | string {
  const isZipped = outgoing.getHeader("content-encoding") === "gzip";
  const html = (isZipped ? gunzipSync(body) : body).toString("utf8");
  if (!html.includes(WORDLESS)) return body;
  outgoing.removeHeader("content-encoding");
  outgoing.removeHeader("content-length");
  return withWords(html, file);
}

/** Watches an answer of Next's to whoever asks for a page: holds back one that may be without words. */
export function giveWords(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.method !== "GET" || !incoming.headers.accept?.includes("text/html")) return;
  const { writeHead, write, end } = outgoing;
  let held: { file: string; head: Parameters<typeof writeHead>; parts: Buffer[] } | undefined;
  const keep = (part: unknown) => {
    if (typeof part === "string" || part instanceof Uint8Array) held?.parts.push(Buffer.from(part));
  };
  // The head goes out with the first part of the body, which comes right after.
  outgoing.flushHeaders = () => {};
  outgoing.writeHead = ((...head: Parameters<typeof writeHead>) => {
    const file = FILES[head[0]];
    if (!file) return writeHead.apply(outgoing, head);
    held ??= { file, head, parts: [] };
    return outgoing;
  }) as typeof writeHead;
  outgoing.write = ((...given: Parameters<typeof write>) => {
    if (!held) return write.apply(outgoing, given);
    keep(given[0]);
    return true;
  }) as typeof write;
  outgoing.end = ((...given: Parameters<typeof end>) => {
    // Without a head of its own until now.
    if (FILES[outgoing.statusCode] && !outgoing.headersSent)
      outgoing.writeHead(outgoing.statusCode);
    if (!held) return end.apply(outgoing, given);
    keep(given[0]);
    const body = finish(outgoing, Buffer.concat(held.parts), held.file);
    writeHead.apply(outgoing, held.head);
    held = undefined;
    return end.call(outgoing, body, "utf8");
  }) as typeof end;
}
