/** The download size of the flow's first page: on a slow phone every kilobyte counts. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { mintToken, openFlow } from "#test/embed-flow.ts";
import { makeBank, makeSchool } from "#test/factories.ts";
import { GET as getFace } from "../display.woff2/route.ts";

const KILOBYTE = 1_000;
const compressed = (content: string | Buffer) => gzipSync(content).length;

async function givePage(): Promise<string> {
  const token = await mintToken(await makeBank(), { school_id: await makeSchool() });
  const { html } = await openFlow(token);
  expect(html).toContain("Review your gift");
  return html;
}

/** The URLs that a page loads with this tag. */
const loadedBy = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag} [^>]*(?:src|href)="([^"]+)"`, "g"))].map(
    ([, url]) => url as string,
  );

it("the page with its styles and display font is at most 60 kB", async () => {
  const html = await givePage();
  const [face, ...others] = loadedBy(html, "link").filter((url) => !url.endsWith(".js"));
  expect([face, others]).toEqual(["/embed/display.woff2", []]);
  const fetched = [...html.matchAll(/url\(([^)]+)\)/g)].map(([, url]) => url);
  expect(new Set(fetched)).toEqual(new Set([face]));
  const font = await (await getFace()).arrayBuffer();
  expect(compressed(html) + font.byteLength).toBeLessThanOrEqual(60 * KILOBYTE);
});

it("its scripts are at most 30 kB, and the page lists all of them", async () => {
  const html = await givePage();
  const loaded = [...loadedBy(html, "script"), ...loadedBy(html, "link")];
  const named = new Set(loaded.filter((url) => url.endsWith(".js")));
  const files = [...named].map((url) => readFileSync(`public${url}`));
  for (const file of files) {
    const imported = [...file.toString().matchAll(/(?:from |import |import\()"\.([^"]+)"/g)];
    for (const [, url] of imported) expect(named).toContain(url);
  }
  expect(named.size).toBeGreaterThan(0);
  expect(compressed(Buffer.concat(files))).toBeLessThanOrEqual(30 * KILOBYTE);
});
