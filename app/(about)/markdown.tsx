/** Markdown as React elements in our own styles. No HTML of the text is kept. */
import type { ReactElement, ReactNode } from "react";
import Markdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";

type Tag = "h2" | "h3" | "h4" | "p" | "ul" | "ol" | "li" | "blockquote" | "td" | "tr" | "code";
type Part = { id?: string | undefined; children?: ReactNode };

/** An element with our classes, its id, and nothing else: the content security policy forbids styles. */
function styled(Tag: Tag, className: string) {
  return ({ id, children }: Part) => (
    <Tag id={id} className={className}>
      {children}
    </Tag>
  );
}

export const H1 = ({ id, children }: Part) => (
  <h1 id={id} className="display text-balance break-words text-d40 wide:text-d64">
    {children}
  </h1>
);

const SUBHEADING = "mt-3 font-strong break-words";
const isExternal = (href: string) => /^https?:/i.test(href);

/** They usually stand alone: as large as a finger wants them. */
const LINKS_IN_CELLS =
  "[&>a]:inline-flex [&>a]:min-h-5.5 [&>a]:min-w-5.5 [&>a]:items-center [&>a]:align-baseline";

const COMPONENTS: Components = {
  h1: H1,
  h2: styled("h2", "display mt-6 break-words text-d28"),
  h3: styled("h3", SUBHEADING),
  h4: styled("h4", SUBHEADING),
  h5: styled("h4", SUBHEADING),
  h6: styled("h4", SUBHEADING),
  p: styled("p", "mt-2 break-words"),
  ul: styled("ul", "mt-2 grid gap-1 list-disc pl-3"),
  ol: styled("ol", "mt-2 grid gap-1 list-decimal pl-3"),
  li: styled("li", "break-words [&>p]:mt-0"),
  blockquote: styled("blockquote", "mt-2 border-edge border-l-2 pl-2 text-quiet"),
  code: styled("code", "font-mono text-small wrap-anywhere"),
  tr: styled("tr", "border-line border-b align-baseline"),
  td: styled("td", `py-1 pr-2 break-words ${LINKS_IN_CELLS}`),
  a: ({ href, children }) =>
    href ? (
      <a href={href} rel={isExternal(href) ? "noreferrer" : undefined} className="link">
        {children}
      </a>
    ) : (
      children
    ),
  pre: ({ children }) => <pre className="mt-2 whitespace-pre-wrap wrap-anywhere">{children}</pre>,
  hr: () => <hr className="mt-4 border-line" />,
  // A wide table scrolls by itself, with the keyboard as well.
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
    <div tabIndex={0} className="mt-3 overflow-x-auto">
      <table className="w-full border-line border-t text-left">{children}</table>
    </div>
  ),
  // An empty cell is no header.
  th: ({ children }) =>
    children ? (
      <th scope="col" className="py-1 pr-2 font-strong">
        {children}
      </th>
    ) : (
      <td />
    ),
};

/** What no text of ours needs, and what would lead to other servers. */
const LEFT_OUT = ["img", "input"];

/** Web and email addresses, and paths of this service. Anything else is no link. */
function safeLink(address: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return !scheme || /^(https?|mailto)$/i.test(scheme) ? address : "";
}

const OPTIONS: Options = {
  disallowedElements: LEFT_OUT,
  skipHtml: true,
  urlTransform: safeLink,
};

export type Heading = { level: number; id: string; text: string };

/** What is used of a node of an HTML tree. */
type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

/** The page's own id, the target of its skip link. */
const TAKEN = "content";

const textOf = ({ value = "", children = [] }: Node): string =>
  value + children.map(textOf).join("");

/** `What's "On its way"?` → `what-s-on-its-way`. */
export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "section";

/** A plugin that gives headings their ids, so that links lead to them. @param found takes them in order */
const headingIds = (found: Heading[]) => () => (tree: Node) => {
  const taken = new Set([TAKEN]);
  for (const node of tree.children ?? []) {
    const level = Number(/^h([1-6])$/.exec(node.tagName ?? "")?.[1]);
    if (!level) continue;
    const text = textOf(node);
    const slug = slugOf(text);
    let id = slug;
    for (let n = 2; taken.has(id); n += 1) id = `${slug}-${n}`;
    taken.add(id);
    node.properties = { ...node.properties, id };
    found.push({ level, id, text });
  }
};

export type Rendered = { content: ReactElement; headings: Heading[] };

/** Texts never change while the process runs, and a long one takes a while. */
const rendered = new Map<string, Rendered>();
const MOST_KEPT = 8;

/** The elements of a text, and its headings. */
export function renderMarkdown(markdown: string): Rendered {
  const known = rendered.get(markdown);
  if (known) return known;
  const headings: Heading[] = [];
  const content = Markdown({
    ...OPTIONS,
    children: markdown,
    components: COMPONENTS,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [headingIds(headings)],
  });
  if (rendered.size >= MOST_KEPT) rendered.clear();
  rendered.set(markdown, { content, headings });
  return { content, headings };
}

/** What Markdown could mean something by. Most short texts have none of it, and parsing takes half of the reference's time. */
const MARKS = /[`*_[\]<>#|\\&~\n@]|www\.|https?:/;

/** A short text, such as a field's description. @param paragraph the classes of its paragraphs; inline without */
export function Prose({ text, paragraph }: { text: string; paragraph?: string }) {
  if (!MARKS.test(text)) return paragraph ? <p className={paragraph}>{text}</p> : text;
  const p = paragraph ? styled("p", paragraph) : ({ children }: Part) => children;
  return (
    <Markdown {...OPTIONS} components={{ ...COMPONENTS, p }}>
      {text}
    </Markdown>
  );
}
