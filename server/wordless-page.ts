/**
 * Where a page fails, or finds nothing, Next.js sends one without a word that scripts fill in. Whoever
 * has none would see nothing: so it is given some words, which the scripts replace. Where it failed
 * because the database is away, the answer is 503 and a plain page of ours, with scripts and without.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectRoot } from "#installation/project-root.ts";

const WORDLESS = '<html id="__next_error__">';
const FILES: Record<number, string> = { 404: "nothing-here.html", 500: "failed.html" };

/** About as long as Postgres takes to come back, in seconds; the API says the same. */
const RETRY_AFTER = "2";

/** A plain page of ours. */
export const readPublicPage = (file: string) =>
  readFileSync(join(projectRoot, "public", file), "utf8");

/** What stands between the tags of a page of `public/`. */
function partOf(page: string, tag: string): string {
  return new RegExp(`<${tag}[^>]*>([^]*)</${tag}>`).exec(page)?.[1] ?? "";
}

function withWords(html: string, file: string): string {
  const style = '<link rel="stylesheet" href="/plain-page.css">';
  return html
    .replace(WORDLESS, '<html lang="en" id="__next_error__">')
    .replace(
      "<body>",
      `<body><noscript>${style}${partOf(readPublicPage(file), "body")}</noscript>`,
    );
}

type Head = Parameters<ServerResponse["writeHead"]>;

/** What an answer of Next's becomes: the head and the body that are to be sent in its place. */
type Revision = (head: Head, body: Buffer) => [Head, Buffer | string];

/** Gives words to a page that has none. */
const wordsFor = (outgoing: ServerResponse, file: string): Revision => {
  return (head, body) => {
    const isZipped = outgoing.getHeader("content-encoding") === "gzip";
    const html = (isZipped ? gunzipSync(body) : body).toString("utf8");
    if (!html.includes(WORDLESS)) return [head, body];
    outgoing.removeHeader("content-encoding");
    outgoing.removeHeader("content-length");
    return [head, withWords(html, file)];
  };
};

/** Says that it is a moment's trouble, whatever was to be said. */
const awayPage = (outgoing: ServerResponse): Revision => {
  return () => {
    for (const name of outgoing.getHeaderNames()) {
      if (/^(content-(?!security)|etag|link|transfer-)/.test(name)) outgoing.removeHeader(name);
    }
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
    outgoing.setHeader("Cache-Control", "no-store");
    outgoing.setHeader("Retry-After", RETRY_AFTER);
    return [[503], readPublicPage("away.html")];
  };
};

/**
 * Watches an answer of Next's, and holds back one that has to become another.
 * @param isAway whether the database was away, asked once the answer's status is known
 */
export function giveWords(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isAway: () => boolean,
): void {
  const wantsPage = incoming.method === "GET" && incoming.headers.accept?.includes("text/html");
  const revisionOf = (status: number): Revision | undefined => {
    if (status === 500 && isAway()) return awayPage(outgoing);
    const file = FILES[status];
    return wantsPage && file ? wordsFor(outgoing, file) : undefined;
  };
  const { writeHead, write, end } = outgoing;
  let held: { revise: Revision; head: Head; parts: Buffer[] } | undefined;
  const keep = (part: unknown) => {
    if (typeof part === "string" || part instanceof Uint8Array) held?.parts.push(Buffer.from(part));
  };
  // The head goes out with the first part of the body, which comes right after.
  outgoing.flushHeaders = () => {};
  outgoing.writeHead = ((...head: Head) => {
    const revise = revisionOf(head[0]);
    if (!revise) return writeHead.apply(outgoing, head);
    held ??= { revise, head, parts: [] };
    return outgoing;
  }) as typeof writeHead;
  outgoing.write = ((...given: Parameters<typeof write>) => {
    if (!held) return write.apply(outgoing, given);
    keep(given[0]);
    return true;
  }) as typeof write;
  outgoing.end = ((...given: Parameters<typeof end>) => {
    // Without a head of its own until now.
    if (!outgoing.headersSent && !held && revisionOf(outgoing.statusCode)) {
      outgoing.writeHead(outgoing.statusCode);
    }
    if (!held) return end.apply(outgoing, given);
    keep(given[0]);
    const [head, body] = held.revise(held.head, Buffer.concat(held.parts));
    held = undefined;
    writeHead.apply(outgoing, head);
    return end.call(outgoing, body, "utf8");
  }) as typeof end;
}
