/** The guides as pages: their Markdown, and what the product knows itself. */
import { ERRORS, type ErrorCode } from "#lib/errors.ts";
import { eventId } from "#lib/http/openapi.ts";
import { GUIDES } from "../../generated/guides.ts";
import { webhooks } from "../openapi.json/contracts.ts";

const CODES_TABLE = /^\| Status \| Code .*\n\|[-|]+\n((?:\|.*\n)+)/m;

/** The table of what to do becomes a section for each code, with what has happened. */
const explainErrors = (markdown: string) =>
  markdown.replace(CODES_TABLE, (_, rows: string) =>
    rows
      .trim()
      .split("\n")
      .flatMap((row) => {
        const [, status, codes = "", todo] = row.split("|");
        return Array.from(codes.matchAll(/`(\w+)`/g), ([, code]) => {
          const { message } = ERRORS[code as ErrorCode];
          return `### \`${code}\`\n\n**${status?.trim()}.** ${message}\n\n${todo?.trim()}\n`;
        });
      })
      .join("\n"),
  );

/** Each type of event leads to its fields and its example. */
const linkEvents = (markdown: string) =>
  markdown.replace(/^\| `([\w.]+)` \|/gm, (cell, type) =>
    webhooks.some((event) => event.type === type)
      ? `| [\`${type}\`](/docs/api/${eventId(type)}) |`
      : cell,
  );

const ADDED: Record<string, (markdown: string) => string> = {
  errors: explainErrors,
  events: linkEvents,
};

const guidePath = (name: string) => `/docs/${name}`;

/** In reading order. */
export const GUIDE_PAGES = GUIDES.map(({ name, markdown, ...guide }) => ({
  ...guide,
  name,
  href: guidePath(name),
  markdown: ADDED[name]?.(markdown) ?? markdown,
}));

export type GuidePage = (typeof GUIDE_PAGES)[number];

export const GUIDE_GROUPS = Map.groupBy(GUIDE_PAGES, ({ group }) => group);

/** The ones before and after it, for the same readers. */
export function neighborsOf({ group, name }: GuidePage) {
  const guides = GUIDE_GROUPS.get(group) ?? [];
  const at = guides.findIndex((guide) => guide.name === name);
  return { previous: guides[at - 1], next: guides[at + 1] };
}
