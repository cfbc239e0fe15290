import { expect, it } from "vitest";
import { ERRORS } from "#lib/errors.ts";
import { renderMarkdown } from "../(about)/markdown.tsx";
import { webhooks } from "../openapi.json/contracts.ts";
import { GUIDE_GROUPS, GUIDE_PAGES, neighborsOf } from "./guides.ts";
import { findEntry } from "./reference.ts";

const page = (name: string) =>
  GUIDE_PAGES.find((guide) => guide.name === name) ?? expect.fail(name);
const idsOf = (markdown: string) => renderMarkdown(markdown).headings.map(({ id }) => id);

it("every link from a guide to a guide, a heading, or the reference leads there", () => {
  const ids = new Map(GUIDE_PAGES.map(({ href, markdown }) => [href, idsOf(markdown)]));
  const others = ["/docs", "/docs/conventions"];
  for (const { href, markdown } of GUIDE_PAGES) {
    for (const [, path, anchor] of markdown.matchAll(/\]\((\/docs[^)#\s]*)?(?:#([^)]+))?\)/g)) {
      const to = path ?? href;
      const [, entry] = /^\/docs\/api\/(.+)$/.exec(to) ?? [];
      const isThere = entry ? findEntry(entry) : ids.has(to) || others.includes(to);
      expect.soft(isThere, `${href} → ${to}`).toBeTruthy();
      if (anchor) expect.soft(ids.get(to), `${href} → ${to}#${anchor}`).toContain(anchor);
    }
  }
});

it("the guides are for three kinds of readers, each in its own order", () => {
  expect([...GUIDE_GROUPS.keys()]).toEqual(["For banks", "For foundations", "For operators"]);
  const [first, second] = GUIDE_PAGES;
  expect(neighborsOf(page("start"))).toEqual({ previous: undefined, next: second });
  expect(neighborsOf(page("concepts")).previous).toBe(first);
  expect(neighborsOf(page("foundations")).previous).toBeUndefined();
});

it("each error has a section, with what has happened and what to do", () => {
  const { markdown } = page("errors");
  expect(idsOf(markdown)).toEqual(
    expect.arrayContaining(["donation-duplicate", "api-key-expired", "event-not-found"]),
  );
  const { status, message } = ERRORS.DONATION_DUPLICATE;
  expect(markdown).toContain(
    `### \`DONATION_DUPLICATE\`\n\n**${status}.** ${message}\n\nContinue with `,
  );
  expect(markdown).not.toContain("| Status |");
});

it("each type of event leads to its example", () => {
  const links = [...page("events").markdown.matchAll(/^\| \[`(.+)`\]\(\/docs\/api\/(.+)\) \|/gm)];
  expect(links.map(([, type]) => type).sort()).toEqual(webhooks.map(({ type }) => type).sort());
  for (const [, type, id = ""] of links) {
    expect(findEntry(id)?.examples[0]?.text).toContain(`"type": "${type}"`);
  }
});
