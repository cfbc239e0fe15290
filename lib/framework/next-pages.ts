/**
 * What Next.js 16.4 sends for pages and says nowhere that it will. test/process/framework.test.ts fails where
 * a version does otherwise.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import { syntheticRequest } from "./request.ts";
import { captureBody } from "./response.ts";

export type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Where a page fails, or finds nothing, the document has no words: scripts fill them in. */
const SCRIPTED_ERROR = '<html id="__next_error__">';

export const isScriptedError = (html: string): boolean => html.includes(SCRIPTED_ERROR);

/** Adds what those see who have no scripts; with scripts it is replaced. */
export const addNoscript = (html: string, noscript: string): string =>
  html
    .replace(SCRIPTED_ERROR, '<html lang="en" id="__next_error__">')
    .replace("<body>", `<body><noscript>${noscript}</noscript>`);

/** Next.js answers a stranger's RSC header with a redirect; its own client says `_rsc`, too. */
export function dropForeignRscHeader(incoming: IncomingMessage): void {
  if (!incoming.url?.includes("_rsc=")) delete incoming.headers.rsc;
}

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/** A page as it reads without its scripts. */
export const withoutScripts = (html: string): string => html.replace(SCRIPTS, "");

/** Renders a page as a stranger without cookies would get it. @throws where its status is not 200 */
export async function renderPage(next: NextHandler, path: string, host: string) {
  const incoming = syntheticRequest(path, host);
  const outgoing = new ServerResponse(incoming);
  const body = captureBody(outgoing);
  await next(incoming, outgoing);
  const html = (await body).toString("utf8");
  if (outgoing.statusCode !== 200) throw new Error(`${path} answered ${outgoing.statusCode}`);
  return { html, outgoing };
}
