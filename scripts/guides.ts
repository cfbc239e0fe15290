/** The guides for banks, as a module of the pages that show them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Files in docs/, in the order in which a bank needs them. */
const GUIDES = ["banks", "linking", "embed", "reliability"];

/** A Markdown link to a file, not to a URL or a heading. */
const FILE_LINK = /\[([^\]]+)\]\((?![a-z]+:|[#/])(?:([\w-]+)\.md)?([^)#\s]*)(#[^)]*)?\)/g;

/** Pages show no HTML: the title of what can be unfolded is a paragraph there. */
const FOLDED = /^<details>\n<summary>(.+)<\/summary>$/gm;

const unfold = (markdown: string): string =>
  markdown.replace(FOLDED, (_, title) => title.replace(/<[^>]+>/g, ""));

/** Links between guides lead to their pages. What else is in the repository has no page: its name stays. */
export function linkGuides(markdown: string): string {
  return markdown.replace(FILE_LINK, (_, text, name, rest, anchor = "") =>
    GUIDES.includes(name) && rest === "" ? `[${text}](/docs/${name}${anchor})` : text,
  );
}

/** The module's source text. */
export function renderGuides(root: string): string {
  const guides = GUIDES.map((name) => {
    const markdown = linkGuides(unfold(readFileSync(join(root, "docs", `${name}.md`), "utf8")));
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
    return { name, title, markdown };
  });
  return `export const GUIDES = ${JSON.stringify(guides)};\n`;
}
