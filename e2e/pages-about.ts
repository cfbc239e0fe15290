/** Help, policies, and a guide for banks. */
import type { PageCase } from "./every-page.ts";

const open =
  (path: string): PageCase["open"] =>
  (page) =>
    page.goto(path);

// Help shows the layout of the others, which are text.
const variants = ["privacy", "terms", "contact"];

export const ABOUT_PAGES: PageCase[] = [
  ...variants.map((name) => ({ name, isVariant: true, open: open(`/${name}`) })),
  { name: "help", open: open("/help") },
  { name: "for-banks", open: open("/banks") },
  { name: "docs-linking", open: open("/docs/linking") },
  { name: "docs-errors", isVariant: true, open: open("/docs/errors") },
  { name: "docs-search", open: open("/docs/search?q=webhook") },
  { name: "docs-search-empty", isVariant: true, open: open("/docs/search?q=qqqzzz") },
];
