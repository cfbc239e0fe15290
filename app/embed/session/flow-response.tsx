/** Answering with a page of the flow: nothing of it is kept, and only who may frames it. */
import { textLinks } from "#app/(about)/texts.ts";
import { EmbedDocument, type FlowState, type Page } from "#components/embed/document.tsx";
import { schoolColorsCss } from "#components/schools/school-colors.tsx";
import { themeCss } from "#lib/embed/palette.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { env } from "#lib/env.ts";
import { CHALLENGES } from "#lib/http/responses.ts";
import type { SchoolLook } from "#lib/schools/contract.ts";
import { EMBED_STYLE } from "../../../generated/embed-style.ts";

export type FlowResponse = {
  status: number;
  page: Page;
  /** The session, if it is known. */
  session?: EmbedSession;
  /** The school whose ticket the page shows. */
  school?: SchoolLook;
  /** The state reported to the host; `ready` if omitted. */
  flowState?: FlowState;
  /** Who may frame a page without a session. */
  framedBy?: string[];
  headers?: Record<string, string>;
};

/** The service's pages that matter to somebody who gives. Questions about points go to the bank. */
function outsideLinks() {
  const { publicBaseUrl } = env();
  return textLinks()
    .filter(({ name }) => name !== "contact")
    .map(({ href, title }) => ({ href: publicBaseUrl + href, title }));
}

const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The bank's origins, which may frame the page and receive messages. */
const originsOf = ({ session, framedBy }: FlowResponse): string[] =>
  (session?.embedOrigins ?? framedBy ?? []).filter((origin) => ORIGIN.test(origin));

function policy(ancestors: string, nonce: string): string {
  const directives = {
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}'`,
    "style-src": `'nonce-${nonce}'`,
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": ancestors,
  };
  return Object.entries(directives)
    .map((directive) => directive.join(" "))
    .join("; ");
}

/** Renders a page as a complete response. @param token the request's token */
export async function renderFlowResponse(
  answer: FlowResponse,
  token: string,
  requestId: string,
): Promise<Response> {
  const { status, page, session, school, flowState = { type: "ready" }, headers = {} } = answer;
  // Loaded when it's needed, because Next.js refuses it as an ordinary import of a route.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const origins = originsOf(answer);
  const nonce = crypto.randomUUID();
  const css = [
    themeCss(session?.theme ?? {}),
    schoolColorsCss(school ? [school] : []),
    EMBED_STYLE,
  ];
  const html = renderToStaticMarkup(
    <EmbedDocument
      page={page}
      brand={env().brandName}
      links={outsideLinks()}
      css={css.join("\n")}
      nonce={nonce}
      forScript={{
        flowState,
        token,
        sessionId: session?.scope.sessionId,
        origins,
      }}
    />,
  );
  const ancestors = origins.join(" ") || "'none'";
  return new Response(`<!doctype html>${html}`, {
    status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy(ancestors, nonce),
      "Content-Type": "text/html; charset=utf-8",
      "Permissions-Policy":
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
      // The older header cannot list origins: it is omitted if anyone may frame the page.
      ...(ancestors === "'none'" ? { "X-Frame-Options": "DENY" } : {}),
      ...(status === 401 ? { "WWW-Authenticate": CHALLENGES.wrongToken } : {}),
      ...headers,
    },
  });
}
