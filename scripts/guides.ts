/** Renders the guides for banks and foundations into a module for the pages that show them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Files in docs/: those for banks, in the order a bank needs them, then those for foundations. */
const GUIDES =
  "banks webhooks gift-approval corrections linking embed certification reliability books foundations batches".split(
    " ",
  );

/** A Markdown link to a file, not to a URL or a heading. */
const FILE_LINK = /\[([^\]]+)\]\((?![a-z]+:|[#/])(?:([\w-]+)\.md)?([^)#\s]*)(#[^)]*)?\)/g;

/** Sections that are collapsed on GitHub: programs in other languages, whose tabs on the page have their names. */
const COLLAPSED = /^<details>\n<summary>.+<\/summary>$/gm;

const expand = (markdown: string): string => markdown.replace(COLLAPSED, "");

/** Links between guides lead to their pages. Other files in the repository have no page, so only the link's text stays. */
export function linkGuides(markdown: string): string {
  return markdown.replace(FILE_LINK, (_, text, name, rest, anchor = "") =>
    GUIDES.includes(name) && rest === "" ? `[${text}](/docs/${name}${anchor})` : text,
  );
}

export function renderGuides(root: string): string {
  const guides = GUIDES.map((name) => {
    const markdown = linkGuides(expand(readFileSync(join(root, "docs", `${name}.md`), "utf8")));
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
    return { name, title, markdown };
  });
  return `export const GUIDES = ${JSON.stringify(guides)};\n`;
}
