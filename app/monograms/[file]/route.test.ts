import { describe, expect, it } from "vitest";
import { makeSchool } from "#test/factories.ts";
import { GET as getWide } from "../wide/[file]/route.ts";
import { GET } from "./route.ts";

const ask = (file: string, headers: Record<string, string> = {}, get = GET) =>
  get(new Request("http://localhost/monograms/x", { headers }), {
    params: Promise.resolve({ file }),
  });

describe("GET /monograms/{school_id}.svg", () => {
  it("serves a school's image, cacheable for a day", async () => {
    const answer = await ask(`${await makeSchool({ name: "Test State" })}.svg`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(answer.headers.get("cache-control")).toContain("max-age=86400");
    expect(await answer.text()).toContain(">TS<");
  });

  it("serves its wide image", async () => {
    const answer = await ask(`${await makeSchool({ name: "Test State" })}.svg`, {}, getWide);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(">TS<")]);
    expect((await ask("no-such-school.svg", {}, getWide)).status).toBe(404);
  });

  it("returns 304 to a client with the current version", async () => {
    const file = `${await makeSchool()}.svg`;
    const etag = (await ask(file)).headers.get("etag") ?? "";
    const answer = await ask(file, { "If-None-Match": `W/"other", ${etag}` });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe("");
  });

  it.each(["no-such-school.svg", "ohio-state.png", "..%2fohio.svg", "OHIO.svg", ".svg"])(
    "returns 404 for %s",
    async (file) => {
      expect((await ask(file)).status).toBe(404);
    },
  );
});
