/** Help, policies, and a guide for banks. */
import type { PageCase } from "./every-page.ts";

export const ABOUT_PAGES: PageCase[] = ["privacy", "terms", "help", "contact", "docs/linking"].map(
  (path) => ({ name: path.replace("/", "-"), open: (page) => page.goto(`/${path}`) }),
);
