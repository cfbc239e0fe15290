/**
 * The embedded flow guide matches the product. Its shell blocks run in test/process/guides.long.test.ts,
 * its web pages in e2e/embed-guide.spec.ts.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { endedPage, errorPage } from "#app/embed/session/ended-pages.tsx";
import { renderFlowResponse } from "#app/embed/session/flow-response.tsx";
import { createEmbedToken } from "#lib/embed/contract.ts";
import { paletteFor } from "#lib/embed/palette.ts";
import { themeOf } from "#lib/embed/theme.ts";
import { contrast } from "#lib/schools/art/color.ts";

const guide = ["embed", "embed-apps"]
  .map((name) => readFileSync(path.join(import.meta.dirname, `${name}.md`), "utf8"))
  .join("\n");
const text = guide.replace(/\s+/g, " ");

/** The rows of the table with this head, cell by cell. */
function tableUnder(head: string): string[][] {
  const [, rows = ""] = guide.split(`${head}\n`);
  const [, ...lines] = (rows.split("\n\n")[0] ?? "").split("\n");
  return lines.map((line) => line.slice(2, -2).split(" | "));
}

const inBackticks = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");

/** `/embed-host.d.ts`, which banks' compilers read. */
const types = readFileSync(
  path.join(import.meta.dirname, "../public/embed-host.d.ts"),
  "utf8",
).replace(/\s+/g, " ");

describe("the token", () => {
  const body = createEmbedToken.body as NonNullable<typeof createEmbedToken.body>;
  const account = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77";
  const takes = (more: object) => body.safeParse({ service_user_id: account, ...more }).success;

  it("accepts exactly the fields that the guide lists", () => {
    const documented = tableUnder("| Field | What it does |").flatMap(([name]) =>
      inBackticks(name),
    );
    const { shape } = body as unknown as { shape: object };
    expect([...documented, "service_user_id"].sort()).toEqual(Object.keys(shape).sort());
    expect(takes({})).toBe(true);
  });

  it("lives as long as the guide says", () => {
    expect(text).toContain("Lifetime in seconds: 60 to 900. Default: 600.");
    expect([59, 60, 900, 901].map((expires_in) => takes({ expires_in }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(body.parse({ service_user_id: account })).toMatchObject({ expires_in: 600 });
  });

  it("refuses a lock without the value it locks", () => {
    expect(takes({ lock_amount: true })).toBe(false);
    expect(takes({ lock_school: true })).toBe(false);
  });

  it("returns to https, to an app's scheme, or to http on the same machine", () => {
    const addresses = ["https://a.example", "examplebank://donated", "http://localhost:1/"];
    for (const return_url of addresses) expect(takes({ return_url })).toBe(true);
    expect(takes({ cancel_url: "http://a.example" })).toBe(false);
  });
});

describe("theming", () => {
  const rows = tableUnder("| Token | Values | Default |");
  const color = "#0b5fff";
  const valuesOf = (cell = "") => (cell.startsWith("a color") ? [color] : inBackticks(cell));
  const tokens = rows.map(([name, values]) => [inBackticks(name)[0] ?? "", valuesOf(values)]);

  it("accepts every value in the table", () => {
    for (const [name, values] of tokens as [string, string[]][]) {
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect(themeOf({ [name]: value })).toEqual({ [name]: value });
    }
    expect(themeOf({ primary: "#05f" })).toEqual({ primary: "#05f" });
  });

  it("ignores whatever is not in the table", () => {
    const theme = { mode: "sepia", primary: "blue", font: "x", radius: "9px", css: "*{}" };
    expect(themeOf(theme)).toEqual({});
    const names = ["mode", "primary", "background", "text", "radius", "font"];
    expect(tokens.map(([name]) => name)).toEqual(names);
  });

  it("adjusts unreadable combinations", () => {
    expect(text).toContain("at least 4.5 to 1 and edges 3 to 1");
    const same = { background: "#777777", text: "#787878", primary: "#767676" };
    const { paper, ink, quiet, edge, accent, onAccent, focus } = paletteFor(same, "light");
    for (const words of [ink, quiet]) expect(contrast(words, paper)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
    for (const line of [edge, focus]) expect(contrast(line, paper)).toBeGreaterThanOrEqual(3);
  });
});

it("the guide lists exactly the message types that the helper declares", () => {
  const rows = tableUnder("| `type` | Other fields | When |");
  const documented = rows.map(([type]) => inBackticks(type)[0]);
  const typed = [...types.matchAll(/= Message< ?"(\w+)"/g)].map(([, type]) => type);
  expect(documented).toEqual(typed);
  const [, errorRow] = rows.at(-1) ?? [];
  const [, ...codes] = inBackticks(errorRow);
  expect(codes.map((code) => types.includes(`"${code}"`))).toEqual([true, true, true, true]);
});

it("error pages match the table, and no site may frame a page that knows no bank", async () => {
  const documented = tableUnder("| Status | Page | What to do |").map((row) => row.join(" "));
  const nothing = new URLSearchParams();
  for (const answer of [
    await endedPage({ state: "broken" }),
    await endedPage({ state: "forgotten" }),
    errorPage(503, nothing),
    errorPage(500, nothing),
  ]) {
    const { status, page } = answer;
    const row = documented.find(
      (each) => each.includes(`${status}`) && each.includes(`*${page.title}*`),
    );
    expect(row, `${status} ${page.title}`).toBeDefined();
    const { headers } = await renderFlowResponse(answer, "", "request-1", new Headers());
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.has("set-cookie")).toBe(false);
  }
});
