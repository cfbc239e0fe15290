/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { EMBED_STYLE } from "./embed-style.ts";

export type Page = { title: string; content: Child };

/** The flow's state as reported to the host. `missing`: the URL had no token. */
export type FlowState =
  | { type: "ready" | "expired" }
  | { type: "submitted"; donationId: string }
  | {
      type: "error" | "missing";
      code: "EMBED_TOKEN_INVALID" | "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR";
    };

/** The script's only input, passed as data attributes. */
export type ForScript = {
  flowState: FlowState;
  token: string;
  sessionId?: string | undefined;
  /** The origins that may receive messages. */
  origins: string[];
  pointsPerDollar?: number | undefined;
};

function attributesOf({ flowState, token, sessionId, origins, pointsPerDollar }: ForScript) {
  return {
    "data-state": flowState.type,
    "data-donation-id": "donationId" in flowState ? flowState.donationId : undefined,
    "data-code": "code" in flowState ? flowState.code : undefined,
    "data-token": token || undefined,
    "data-session-id": sessionId,
    "data-origins": JSON.stringify(origins),
    "data-rate": pointsPerDollar?.toFixed(9),
  };
}

/** A complete HTML document of the flow. @param theme CSS built from validated values only */
export function EmbedDocument({
  page,
  brand,
  theme,
  nonce,
  forScript,
}: {
  page: Page;
  brand: string;
  theme: string;
  nonce: string;
  forScript: ForScript;
}) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${page.title} · ${brand}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <style nonce={nonce}>{raw(theme + EMBED_STYLE)}</style>
        <link rel="modulepreload" href="/embed-flow-forms.js" nonce={nonce} />
        <script type="module" src="/embed-flow.js" nonce={nonce} />
      </head>
      <body {...attributesOf(forScript)}>
        <main>{page.content}</main>
      </body>
    </html>
  );
}
