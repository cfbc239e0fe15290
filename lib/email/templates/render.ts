/** The HTML of an email. React is loaded for the first one, so that neither the start nor a page waits for it. */
import type { EmailDocument } from "./compose.ts";

/** Not bundled: where pages are rendered, Next.js replaces this part of React by one that refuses to work. */
const loadReact = () => import(/* turbopackIgnore: true */ "react-dom/server");

export async function renderHtml(document: EmailDocument): Promise<string> {
  const [{ renderToStaticMarkup }, { EmailPage }] = await Promise.all([
    loadReact(),
    import("./layout.tsx"),
  ]);
  return `<!doctype html>${renderToStaticMarkup(EmailPage(document))}`;
}
