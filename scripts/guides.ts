/** Renders the guides into a module for the pages that show them, their navigation, their search, and the sitemap. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whom they are for → files in docs/, in reading order. One that isn't written yet is left out. */
const GUIDES = {
  "For banks":
    "start concepts donations webhooks events linking embed embed-apps gift-approval corrections books comparison " +
    "errors limits lists sandbox certification going-live reliability versions client python",
  "For foundations": "foundations batches",
  "For operators": "deploying operating settings maintenance monitoring performance security",
};

const fileOf = (name: string) =>
  name === "client" ? "packages/client/README.md" : `docs/${name}.md`;

const NAMES = Object.fromEntries(
  Object.values(GUIDES)
    .flatMap((names) => names.split(" "))
    .map((name) => [fileOf(name), name]),
);

/** A Markdown link to a file, not to a URL or a heading. */
const FILE_LINK = /\[([^\]]+)\]\((?![a-z]+:|[#/])([^)#\s]+)(#[^)]*)?\)/g;

/** Sections that are collapsed on GitHub: programs in other languages, whose tabs on the page have their names. */
const COLLAPSED = /^<details>\n<summary>.+<\/summary>$/gm;

const expand = (markdown: string): string => markdown.replace(COLLAPSED, "");

/** Links between guides lead to their pages. Other files in the repository have no page, so only the link's text stays. */
export function linkGuides(markdown: string, file = "docs/any.md"): string {
  return markdown.replace(FILE_LINK, (_, text, target, anchor = "") => {
    const name = NAMES[join(dirname(file), target)];
    return name ? `[${text}](/docs/${name}${anchor})` : text;
  });
}

export function renderGuides(root: string): string {
  const guides = Object.entries(GUIDES).flatMap(([group, names]) =>
    names
      .split(" ")
      .filter((name) => existsSync(join(root, fileOf(name))))
      .map((name) => {
        const file = fileOf(name);
        const markdown = linkGuides(expand(readFileSync(join(root, file), "utf8")), file);
        const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
        return { name, group, title, markdown };
      }),
  );
  return `export const GUIDES = ${JSON.stringify(guides)};\n`;
}
