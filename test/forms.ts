/** The forms and links of a page, as a browser without scripts sees them. */

const asText = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const attribute = (tag: string, name: string) =>
  asText(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** The fields that a form on this page would submit unchanged; textareas are left out. */
export function fieldsOf(html: string): Record<string, string> {
  const inputs = html.match(/<input [^>]*>/g) ?? [];
  const sent = inputs.filter((tag) => !/type="(radio|checkbox)"/.test(tag) || / checked/.test(tag));
  return Object.fromEntries(
    sent
      .map((tag) => [attribute(tag, "name"), attribute(tag, "value") || defaultOf(tag)] as const)
      .filter(([name]) => name !== ""),
  );
}

const defaultOf = (tag: string) => (/type="checkbox"/.test(tag) ? "on" : "");

/** The targets of the page's links. */
export const linksOf = (html: string): string[] =>
  (html.match(/<a [^>]*>/g) ?? []).map((tag) => attribute(tag, "href"));
