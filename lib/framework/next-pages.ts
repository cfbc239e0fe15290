/**
 * Undocumented behavior of Next.js 16.4's pages. test/process/framework.test.ts fails if a version behaves
 * differently.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import { syntheticRequest } from "./request.ts";
import { captureBody } from "./response.ts";

export type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The document of an error or a missing page has no text: scripts fill it in. */
const SCRIPTED_ERROR = '<html id="__next_error__">';

export const isScriptedError = (html: string): boolean => html.includes(SCRIPTED_ERROR);

/** Adds a <noscript> part; with scripts it is not shown. */
export const addNoscript = (html: string, noscript: string): string =>
  html
    .replace(SCRIPTED_ERROR, '<html lang="en" id="__next_error__">')
    .replace("<body>", `<body><noscript>${noscript}</noscript>`);

/**
 * Next.js redirects requests with an RSC header but no `_rsc` parameter, which its own client always sends.
 * Without the header they get the page.
 */
export function dropForeignRscHeader(incoming: IncomingMessage): void {
  if (!incoming.url?.includes("_rsc=")) delete incoming.headers.rsc;
}

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/** A page without its scripts. */
export const withoutScripts = (html: string): string => html.replace(SCRIPTS, "");

/** Renders a page for a visitor without cookies. */
export async function capturePage(next: NextHandler, path: string, host: string) {
  const incoming = syntheticRequest(path, host);
  const outgoing = new ServerResponse(incoming);
  const body = captureBody(outgoing);
  await next(incoming, outgoing);
  return { html: (await body).toString("utf8"), outgoing };
}

/** The same. @throws if its status is not 200 */
export async function renderPage(next: NextHandler, path: string, host: string) {
  const { html, outgoing } = await capturePage(next, path, host);
  if (outgoing.statusCode !== 200) throw new Error(`${path} returned ${outgoing.statusCode}`);
  return { html, outgoing };
}
