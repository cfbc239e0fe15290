import type { ReactNode } from "react";

/** Opens in a tab of its own, so that the flow stays where it is. */
export type OutsideLink = { href: string; title: string };

export type Page = { title: string; content: ReactNode };

/** The flow's state as reported to the host. `missing`: the URL had no token. */
export type FlowState =
  | { type: "ready" | "expired" }
  | { type: "submitted"; donationId: string }
  | {
      type: "error" | "missing";
      code: "EMBED_TOKEN_INVALID" | "BANK_SUSPENDED" | "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR";
    };

/** The script's only input, passed as data attributes. */
export type ForScript = {
  flowState: FlowState;
  token: string;
  sessionId?: string | undefined;
  /** The origins that may receive messages. */
  origins: string[];
};

const attributesOf = ({ flowState, token, sessionId, origins }: ForScript) => ({
  "data-state": flowState.type,
  "data-donation-id": "donationId" in flowState ? flowState.donationId : undefined,
  "data-code": "code" in flowState ? flowState.code : undefined,
  "data-token": token || undefined,
  "data-session-id": sessionId,
  "data-origins": JSON.stringify(origins),
});

/** The service's help and policies. */
function OutsideLinks({ links }: { links: OutsideLink[] }) {
  if (links.length === 0) return null;
  return (
    <footer className="mx-auto flex max-w-[30rem] flex-wrap gap-x-3 px-2 pb-2 text-quiet text-small">
      {links.map(({ href, title }) => (
        <a
          key={href}
          href={href}
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

/** A complete HTML document of the flow. @param css built from validated values only */
export function EmbedDocument({
  page,
  brand,
  links,
  css,
  nonce,
  forScript,
}: {
  page: Page;
  brand: string;
  links: OutsideLink[];
  css: string;
  nonce: string;
  forScript: ForScript;
}) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${page.title} · ${brand}`}</title>
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
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, and colors that were checked */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
        {["giving", "embed-flow-forms", "embed-flow-gift"].map((name) => (
          <link key={name} rel="modulepreload" href={`/${name}.js`} nonce={nonce} />
        ))}
        <script type="module" src="/embed-flow.js" nonce={nonce} />
      </head>
      <body {...attributesOf(forScript)}>
        <main className="embed-main">{page.content}</main>
        <OutsideLinks links={links} />
      </body>
    </html>
  );
}
