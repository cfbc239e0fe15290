/** Renders the flow's pages. They are never cached, and only the bank's origins may frame them. */
import type { ReactNode } from "react";
import { textLinks } from "#app/(about)/texts.ts";
import { formatPolicy } from "#app/content-security-policy.ts";
import { schoolColorsCss } from "#components/schools/school-colors.tsx";
import { themeCss } from "#lib/embed/palette.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { env } from "#lib/env.ts";
import { compress } from "#lib/http/compression.ts";
import { CHALLENGES } from "#lib/http/responses.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { customServer } from "#lib/singleton.ts";
import { EMBED_STYLE } from "../../../generated/embed-style.ts";

/** The flow's state as reported to the host. `missing`: the URL had no token. */
export type FlowState =
  | { type: "ready" | "expired" }
  | { type: "submitted"; donationId: string }
  | {
      type: "error" | "missing";
      code: "EMBED_TOKEN_INVALID" | "BANK_SUSPENDED" | "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR";
    };

export type FlowResponse = {
  status: number;
  page: { title: string; content: ReactNode };
  /** The session, if it is known. */
  session?: EmbedSession;
  /** The school on the page's ticket. */
  school?: SchoolBranding;
  /** The state reported to the host; `ready` if omitted. */
  flowState?: FlowState;
  /** The origins that may frame a page without a session. */
  framedBy?: string[];
  headers?: Record<string, string>;
};

/**
 * Links to help and policies, each in a new tab so the flow stays open. No contact page: questions about points go to
 * the bank.
 */
function OutsideLinks() {
  const { publicBaseUrl } = env();
  const links = textLinks().filter(({ name }) => name !== "contact");
  if (links.length === 0) return null;
  return (
    <footer className="mx-auto flex max-w-[30rem] flex-wrap gap-x-3 px-2 pb-2 text-quiet text-small">
      {links.map(({ href, title }) => (
        <a
          key={href}
          href={publicBaseUrl + href}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-6 min-w-5.5 items-center underline"
        >
          {title}
        </a>
      ))}
    </footer>
  );
}

const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The origins that may frame the page and receive its messages. */
const originsOf = ({ session, framedBy }: FlowResponse): string[] =>
  (session?.embedOrigins ?? framedBy ?? []).filter((origin) => ORIGIN.test(origin));

const policy = (ancestors: string, nonce: string): string =>
  formatPolicy({
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}'`,
    "style-src": `'nonce-${nonce}'`,
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": ancestors,
  });

type FlowDocumentProps = {
  response: FlowResponse;
  nonce: string;
  forScript: Record<`data-${string}`, string | undefined>;
};

/** The complete HTML document. @param forScript the script's only input */
function FlowDocument({ response, nonce, forScript }: FlowDocumentProps) {
  const { page, session, school } = response;
  // Built from validated values only.
  const css = [
    themeCss(session?.theme ?? {}),
    schoolColorsCss(school ? [school] : []),
    EMBED_STYLE,
  ];
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${page.title} · ${env().brandName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <link
          rel="preload"
          href="/embed/display.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet and validated colors */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css.join("\n") }} />
        <link rel="modulepreload" href="/giving.js" nonce={nonce} />
        <script type="module" src="/embed-flow.js" nonce={nonce} />
      </head>
      <body {...forScript}>
        <main className="embed-main">{page.content}</main>
        <OutsideLinks />
      </body>
    </html>
  );
}

/**
 * Renders a page as a complete response. Compressed: nobody can make a browser request a page with a token that they
 * don't know, so its size reveals nothing (docs/decisions/0021-embedded-flow.md).
 * @param token the request's token
 */
export async function renderFlowResponse(
  response: FlowResponse,
  token: string,
  requestId: string,
  requestHeaders: Headers,
): Promise<Response> {
  const { status, session, flowState = { type: "ready" }, headers = {} } = response;
  // Next.js rejects a static import of this module in a route.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const origins = originsOf(response);
  const nonce = crypto.randomUUID();
  const forScript = {
    "data-state": flowState.type,
    "data-donation-id": "donationId" in flowState ? flowState.donationId : undefined,
    "data-code": "code" in flowState ? flowState.code : undefined,
    "data-token": token || undefined,
    "data-session-id": session?.scope.sessionId,
    "data-origins": JSON.stringify(origins),
  };
  const html = renderToStaticMarkup(
    <FlowDocument response={response} nonce={nonce} forScript={forScript} />,
  );
  // Otherwise Next.js compresses it.
  const accepted = customServer().isActive ? requestHeaders.get("accept-encoding") : null;
  const compressed = await compress(`<!doctype html>${html}`, accepted ?? "");
  const ancestors = origins.join(" ") || "'none'";
  return new Response(compressed.body, {
    status,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy(ancestors, nonce),
      "Content-Type": "text/html; charset=utf-8",
      "Permissions-Policy":
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
      "Referrer-Policy": "no-referrer",
      Vary: "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
      ...compressed.headers,
      // The older header can't list origins, so it's omitted if any origin may frame the page.
      ...(ancestors === "'none'" ? { "X-Frame-Options": "DENY" } : {}),
      ...(status === 401 ? { "WWW-Authenticate": CHALLENGES.wrongToken } : {}),
      ...headers,
    },
  });
}
