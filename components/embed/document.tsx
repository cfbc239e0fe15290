/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { EMBED_STYLE } from "./embed-style.ts";

export type Page = { title: string; content: Child };

/** A whole document of the flow. @param theme CSS that was made from checked values alone */
export function EmbedDocument({
  page,
  brand,
  theme,
  nonce,
}: {
  page: Page;
  brand: string;
  theme: string;
  nonce: string;
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
      </head>
      <body>
        <main>{page.content}</main>
      </body>
    </html>
  );
}
