import { describe, expect, it } from "vitest";
import { setMark } from "#lib/schools/mark.ts";
import { perProcess } from "#lib/singleton.ts";
import { makeSchool, system } from "#test/factories.ts";
import { GET as getMark } from "../mark/[school_id]/route.ts";
import { GET as getTiles } from "../tiles.svg/route.ts";
import { GET } from "./route.ts";

const request = (file: string, headers: Record<string, string> = {}) =>
  GET(new Request("http://localhost/monograms/x", { headers }), {
    params: Promise.resolve({ file }),
  });

describe("GET /monograms/{school_id}.svg", () => {
  it("serves a school's image, cacheable for a day", async () => {
    const response = await request(`${await makeSchool({ name: "Test State" })}.svg`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("max-age=86400");
    expect(await response.text()).toContain(">TS<");
  });

  it("serves it as a part of all schools' tiles", async () => {
    const schoolId = await makeSchool({ name: "Test State" });
    perProcess("school looks", Object).reset();
    const svg = await (await getTiles(new Request("http://localhost/monograms/tiles.svg"))).text();
    const [, view] =
      svg.match(new RegExp(`<view id="${schoolId}" viewBox="0 (\\d+) 540 320"/>`)) ?? [];
    expect(svg).toContain(`<svg y="${view}" `);
  });

  it("shows the mark of a school that has one, which is an image of its own, too", async () => {
    const id = await makeSchool({ name: "Test State" });
    const image = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await setMark(system, id, { type: "image/svg+xml", image });
    const drawing = await (await request(`${id}.svg`)).text();
    const href = /href="([^"]+)"/.exec(drawing)?.[1];
    expect(href).toBe(`data:image/svg+xml;base64,${image.toString("base64")}`);
    const markOf = (school_id: string) =>
      getMark(new Request("http://localhost/"), { params: Promise.resolve({ school_id }) });
    const response = await markOf(id);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(await response.text()).toBe(image.toString());
    expect((await markOf(await makeSchool())).status).toBe(404);
  });

  it("returns 304 to a client with the current version", async () => {
    const file = `${await makeSchool()}.svg`;
    const etag = (await request(file)).headers.get("etag") ?? "";
    const response = await request(file, { "If-None-Match": `W/"other", ${etag}` });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
  });

  it.each(["no-such-school.svg", "ohio-state.png", "..%2fohio.svg", "OHIO.svg", ".svg"])(
    "returns 404 for %s",
    async (file) => {
      expect((await request(file)).status).toBe(404);
    },
  );
});
