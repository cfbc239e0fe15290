/** Help and policies. */
import type { PageCase } from "./every-page.ts";

export const ABOUT_PAGES: PageCase[] = ["privacy", "terms", "help", "contact"].map((name) => ({
  name,
  open: (page) => page.goto(`/${name}`),
}));
