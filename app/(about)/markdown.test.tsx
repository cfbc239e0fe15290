import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { TEXT_PAGES } from "#lib/env.ts";
import { renderMarkdown } from "./markdown.tsx";
import { findText } from "./texts.ts";

const html = (markdown: string) => renderToStaticMarkup(renderMarkdown(markdown).content);

describe("HTML in a text never reaches the page", () => {
  it.each([
    "<script>alert(1)</script>",
    '<img src="x" onerror="alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<div style="color: red">x</div>',
    "<!-- a comment -->",
    "![](https://tracker.example/pixel.png)",
  ])("%s", (markdown) => {
    expect(html(markdown)).not.toMatch(/<(script|img|a|div)|style=|onerror=|<!--/);
  });
});

describe("links", () => {
  it.each([
    ["https://school.example/", true],
    ["http://school.example/", true],
    ["mailto:help@points.example", true],
    ["/help#receipts", true],
    ["#receipts", true],
    ["javascript:alert(1)", false],
    ["JaVaScRiPt:alert(1)", false],
    ["data:text/html,x", false],
    ["vbscript:x", false],
    ["file:///etc/passwd", false],
  ])("%s: %s", (url, isLink) => {
    expect(html(`[here](${url})`).includes("<a ")).toBe(isLink);
    expect(html(`[here](${url})`)).toContain("here");
  });
});

it("quotes are curly, except in code", () => {
  expect(html("The bank's \"gift\", `it's`\n\n```sh\necho 'x'\n```")).toMatch(
    /The bank’s “gift”, <code>it&#x27;s<\/code>.*echo <i>&#x27;x&#x27;<\/i>/s,
  );
});

it("headings get unique ids from their words", () => {
  const { headings } = renderMarkdown(
    "# Help\n## What's new?\n## What's new?\n### Content\n## ——\n",
  );
  expect(headings.map(({ id }) => id)).toEqual([
    "help",
    "what-s-new",
    "what-s-new-2",
    "content-2",
    "section",
  ]);
});

it("tables have header cells and no inline styles, which the content security policy blocks", () => {
  const table = html("| A | B |\n|:--|--:|\n| 1 | 2 |\n");
  expect(table).toContain('<th scope="col"');
  expect(table).not.toContain("style=");
});

it("samples begin with a heading, and their links are valid", () => {
  for (const name of TEXT_PAGES) {
    const { markdown = "" } = findText(name) ?? {};
    const { headings, content } = renderMarkdown(markdown);
    expect(headings[0]?.level).toBe(1);
    expect(headings.filter(({ level }) => level === 1)).toHaveLength(1);
    const page = renderToStaticMarkup(content);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, url = ""]) => url);
    for (const url of links)
      expect(url).toMatch(/^(\/[a-z-]*(#[a-z-]+)?|mailto:\w+@points\.example)$/);
  }
});
