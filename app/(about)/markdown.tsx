/** Renders Markdown as React elements with our styles. Embedded HTML is dropped. */
import type { ReactElement, ReactNode } from "react";
import Markdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodePanel, CodeTabs } from "#components/ui/code-panel.tsx";
import { memoized } from "#lib/memoized.ts";

type Tag = "h2" | "h3" | "h4" | "p" | "ul" | "ol" | "li" | "blockquote" | "td" | "code";
type Sample = { language: string; code: string };
type Part = { id?: string | undefined; children?: ReactNode };

/** An element with only our classes and its id: the content security policy blocks inline styles. */
function styled(Tag: Tag, className?: string) {
  return ({ id, children }: Part) => (
    <Tag id={id} className={className}>
      {children}
    </Tag>
  );
}

export const H1 = ({ id, children }: Part) => (
  <h1 id={id} className="display text-balance text-d40 wide:text-d64">
    {children}
  </h1>
);

const isExternal = (href: string) => /^https?:/i.test(href);

/** What long texts have many of is styled in globals.css, without classes. */
const COMPONENTS: Components = {
  h1: H1,
  h2: styled("h2"),
  h3: styled("h3"),
  h4: styled("h4"),
  h5: styled("h4"),
  h6: styled("h4"),
  p: styled("p"),
  ul: styled("ul"),
  ol: styled("ol"),
  li: styled("li"),
  blockquote: styled("blockquote"),
  code: styled("code"),
  td: styled("td"),
  a: ({ href, children }) =>
    href ? (
      <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
        {children}
      </a>
    ) : (
      children
    ),
  pre: ({ node }) => {
    const samples = samplesIn(node as Node);
    return samples.length > 1 ? (
      <CodeTabs samples={samples} />
    ) : (
      <CodePanel {...(samples[0] as Sample)} />
    );
  },
  hr: () => <hr />,
  // Its box scrolls by keyboard, too.
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <div tabIndex={0} className="prose-table">
      <table>{children}</table>
    </div>
  ),
  // An empty header cell would confuse screen readers.
  th: ({ children }) => (children ? <th scope="col">{children}</th> : <td />),
};

/** No text needs these, and images would load from other servers. */
const DISALLOWED_ELEMENTS = ["img", "input"];

/** Keeps web and email addresses and paths on this site. Anything else becomes plain text. */
function safeLink(url: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? [];
  return !scheme || /^(https?|mailto)$/i.test(scheme) ? url : "";
}

/** The programs in a block of code: several if `joinPrograms` has joined them. */
const samplesIn = ({ children = [] }: Node): Sample[] =>
  children.map((code) => ({
    language: String(code.properties?.className ?? "").replace("language-", ""),
    code: textOf(code).trimEnd(),
  }));

/** A rehype plugin that joins programs that follow each other in different languages: they are the same one. */
const joinPrograms = () => (tree: Node) => {
  let last: Node | undefined;
  tree.children = tree.children?.filter((node) => {
    const isProgram =
      node.tagName === "pre" && !/^(sh|json|)$/.test(samplesIn(node)[0]?.language ?? "");
    if (isProgram && last) last.children?.push(...(node.children ?? []));
    const isJoined = isProgram && last !== undefined;
    if (isProgram) last ??= node;
    else if (node.type === "element") last = undefined;
    return !isJoined;
  });
};

export type Heading = { level: number; id: string; text: string };

/** The part of a hast node that we use. */
type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

/** The page's own id, which is the skip link's target. */
const RESERVED_ID = "content";

const textOf = ({ value = "", children = [] }: Node): string =>
  value + children.map(textOf).join("");

const curly = (text: string) => text.replace(/"([^"]*)"/g, "“$1”").replaceAll("'", "’");

/** A rehype plugin: quotes and apostrophes are typed straight, and shown curly except in code. */
const curlyQuotes = () =>
  function visit(node: Node) {
    if (node.tagName === "code") return;
    if (node.type === "text") node.value = curly(node.value ?? "");
    node.children?.forEach(visit);
  };

const OPTIONS: Options = {
  disallowedElements: DISALLOWED_ELEMENTS,
  skipHtml: true,
  urlTransform: safeLink,
  rehypePlugins: [curlyQuotes],
};

/** `What's "On its way"?` → `what-s-on-its-way`. */
export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "section";

/** Gives each heading of a page an id of its own. */
export function uniqueIds(): (heading: string) => string {
  const taken = new Set([RESERVED_ID]);
  return (heading) => {
    const slug = slugOf(heading);
    let id = slug;
    for (let n = 2; taken.has(id); n += 1) id = `${slug}-${n}`;
    taken.add(id);
    return id;
  };
}

/** A rehype plugin that gives headings unique ids. @param found receives the headings in order */
const headingIds = (found: Heading[]) => () => (tree: Node) => {
  const idOf = uniqueIds();
  for (const node of tree.children ?? []) {
    const level = Number(/^h([1-6])$/.exec(node.tagName ?? "")?.[1]);
    if (!level) continue;
    const text = textOf(node);
    const id = idOf(text);
    node.properties = { ...node.properties, id };
    found.push({ level, id, text });
  }
};

type Rendered = { content: ReactElement; headings: Heading[] };

function render(markdown: string): Rendered {
  const headings: Heading[] = [];
  const content = Markdown({
    ...OPTIONS,
    children: markdown,
    components: COMPONENTS,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [curlyQuotes, headingIds(headings), joinPrograms],
  });
  return { content, headings };
}

const MAX_CACHED = 16;

/** The elements of a text, and its headings. Cached: long texts are slow to render and don't change while the process runs. */
export const renderMarkdown = memoized(render, (markdown) => markdown, MAX_CACHED);

/** Characters that can start Markdown syntax. Skipping the parser without them halves the API reference's render time. */
const SYNTAX = /[`*_[\]<>#|\\&~\n@]|www\.|https?:/;

/** A short text, such as a field's description. @param paragraph classes for paragraphs; omit for inline text */
export function Prose({ text, paragraph }: { text: string; paragraph?: string }) {
  if (!SYNTAX.test(text))
    return paragraph ? <p className={paragraph}>{curly(text)}</p> : curly(text);
  const p = paragraph ? styled("p", paragraph) : ({ children }: Part) => children;
  return (
    <Markdown {...OPTIONS} components={{ ...COMPONENTS, p }}>
      {text}
    </Markdown>
  );
}
