/** The HTML of an email. React is loaded on first use, so that neither startup nor a page waits for it. */
import type { EmailDocument } from "./compose.ts";

/** Not bundled: where pages are rendered, Next.js replaces `react-dom/server` with a version that throws. */
const loadReact = () => import(/* turbopackIgnore: true */ "react-dom/server");

export async function renderHtml(document: EmailDocument): Promise<string> {
  const [{ renderToStaticMarkup }, { EmailPage }] = await Promise.all([
    loadReact(),
    import("./layout.tsx"),
  ]);
  return `<!doctype html>${renderToStaticMarkup(EmailPage(document))}`;
}
