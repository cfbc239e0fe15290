/** Gives the headings of a text their ids, so that links lead to them. */

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
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "section";

/** A plugin for HTML trees. @param found takes the headings, in their order */
export const headingIds = (found: Heading[]) => () => (tree: Node) => {
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
