/** The texts of the privacy, terms, help, and contact pages. */
import { env, TEXT_PAGES, type TextPage } from "#lib/env.ts";
import { SAMPLES } from "./samples.ts";

const TITLES: Record<TextPage, string> = {
  privacy: "Privacy",
  terms: "Terms",
  help: "Help",
  contact: "Contact",
};

/**
 * The text of a page, or null if the page doesn't exist here. `isSample`: one of our samples, shown only in a sandbox
 * whose operator has no texts.
 */
export function findText(name: TextPage) {
  const { pageTexts, environment, brandName } = env();
  const isSample = pageTexts === undefined && environment === "sandbox";
  const markdown = isSample ? SAMPLES[name](brandName) : pageTexts?.[name];
  return markdown === undefined ? null : { title: TITLES[name], markdown, isSample };
}

/** Links to the pages that exist, in order. */
export const textLinks = () =>
  TEXT_PAGES.filter((name) => findText(name) !== null).map((name) => ({
    name,
    href: `/${name}`,
    title: TITLES[name],
  }));
