/** `/robots.txt` and `/sitemap.xml`. */
import { afterEach, expect, it, vi } from "vitest";
import { env, rereadEnv } from "#lib/env.ts";
import { makeSchool } from "#test/factories.ts";
import robots from "./robots.ts";
import sitemap from "./sitemap.ts";

vi.mock("next/server", () => ({ connection: async () => {} }));

afterEach(() => {
  rereadEnv();
});

const inProduction = () =>
  env.replace({
    ...rereadEnv(),
    environment: "production",
    publicBaseUrl: "https://giving.example",
    pageTexts: { privacy: "Privacy" },
  });

it("a sandbox isn't indexed", async () => {
  expect(await robots()).toEqual({ rules: { userAgent: "*", disallow: "/" } });
  expect(await sitemap()).toEqual([]);
});

it("in production, public pages are indexed", async () => {
  inProduction();
  expect(await robots()).toMatchObject({
    rules: { allow: "/", disallow: expect.arrayContaining(["/home", "/embed", "/v1"]) },
    sitemap: "https://giving.example/sitemap.xml",
  });
});

it("the sitemap lists existing public pages and active schools", async () => {
  const open = await makeSchool();
  const closed = await makeSchool({ active: false });
  inProduction();
  const paths = (await sitemap()).map(({ url }) => url.replace("https://giving.example", ""));
  expect(paths).toEqual(
    expect.arrayContaining(["/", "/schools", `/schools/${open}`, "/docs", "/banks", "/privacy"]),
  );
  expect(paths).not.toContain(`/schools/${closed}`);
  expect(paths).not.toContain("/terms");
});
