/** Documents that are identical for everyone are rendered once: /openapi.json, schools' tiles, and public pages. */
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { app } from "./default-service.ts";

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** A request without automatic decompression. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: app.port, host: "127.0.0.1", path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }),
      );
    });
    sent.on("error", reject).end();
  });
}

/** @returns the demo cardholder's cookies */
async function signIn(): Promise<string> {
  const { email, password } = app.demonstration;
  const { headers } = await fetch(`${app.base}/signin/submit`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: app.base },
    body: new URLSearchParams({ email, password }),
  });
  return headers.getSetCookie().join("; ");
}

const DECODERS = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

describe.each(["/openapi.json", "/monograms/tiles.svg"])("%s", (path) => {
  it("is the same document in every encoding, each with its own strong ETag", async () => {
    const plain = await get(path);
    expect(plain.status).toBe(200);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const tags = new Set([plain.headers.etag]);
    for (const [encoding, decode] of Object.entries(DECODERS)) {
      const { headers, body } = await get(path, { "Accept-Encoding": encoding });
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(Number(headers["content-length"])).toBe(body.byteLength);
      expect(body.byteLength).toBeLessThan(plain.body.byteLength / 5);
      expect(decode(body).equals(plain.body)).toBe(true);
      tags.add(headers.etag);
    }
    expect(tags.size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it("answers 304 for a known ETag", async () => {
    const headers = { "Accept-Encoding": "gzip, br" };
    const { etag = "" } = (await get(path, headers)).headers;
    for (const known of [etag, `"other", W/${etag}`, "*"]) {
      const again = await get(path, { ...headers, "If-None-Match": known });
      expect([again.status, again.body.byteLength]).toEqual([304, 0]);
      expect(again.headers.etag).toBe(etag);
    }
    expect((await get(path, { ...headers, "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("supports HEAD, rejects other methods, and has a new request ID each time", async () => {
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.body.byteLength]).toEqual([200, 0]);
    expect(head.headers.etag).toBe((await get(path)).headers.etag);
    expect((await get(path, {}, "POST")).status).toBe(405);
    const ids = [await get(path), await get(path, { "X-Request-Id": "mine" })];
    expect(ids[0]?.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]?.headers["x-request-id"]).toBe("mine");
  });

  it("is the same for every client, regardless of headers", async () => {
    const Cookie = await signIn();
    const { etag } = (await get(path)).headers;
    const sent: Record<string, string>[] = [{ Cookie }, { RSC: "1" }, { Host: "[::1]" }];
    for (const headers of sent) expect((await get(path, headers)).headers.etag).toBe(etag);
    expect((await get(`${path}?x=1`)).headers.etag).toBe(etag);
  });
});

const nonceIn = ({ headers }: Answer) =>
  /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "none";

describe.each(["/", "/signin", "/schools", "/schools/kansas", "/docs/api/getDonation"])(
  "%s",
  (path) => {
    it("matches what Next.js renders, with a fresh nonce, and without React where that has nothing to do", async () => {
      const answers = [await get(path), await get(path)] as const;
      const own = await get(`${path}?`);
      const pages = [...answers, own].map((answer) =>
        answer.body.toString("utf8").replaceAll(nonceIn(answer), "NONCE"),
      );
      expect(nonceIn(answers[0])).not.toBe(nonceIn(answers[1]));
      expect(pages[0]).toBe(pages[1]);
      expect(pages[0]).toContain('nonce="NONCE"');
      const content = /<main.*<\/main>/s;
      expect(content.exec(pages[0] as string)).not.toBeNull();
      expect(content.exec(pages[0] as string)?.[0]).toBe(content.exec(pages[2] as string)?.[0]);
      expect(pages[0]).not.toMatch(/\/_next\/static\/[^"]+\.js/);
      const fieldsOf = ({ headers }: Answer) => Object.keys(headers).toSorted();
      const added = ["content-length", "transfer-encoding", "connection", "keep-alive"];
      expect(fieldsOf(answers[1]).filter((name) => !added.includes(name))).toEqual(
        fieldsOf(own).filter((name) => !added.includes(name)),
      );
      const zipped = await get(path, { "Accept-Encoding": "gzip, br" });
      expect(zipped.headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(zipped.body).byteLength).toBe(answers[0].body.byteLength);
    });

    it("shows signed-in cardholders their own page", async () => {
      const anonymous = await get(path);
      const Cookie = await signIn();
      const { status, headers, body } = await get(path, { Cookie });
      if (path === "/signin") expect([status, headers.location]).toEqual([307, "/home"]);
      else expect(body.toString("utf8")).toContain('href="/settings"');
      expect(anonymous.body.toString("utf8")).not.toContain('href="/settings"');
      expect((await get(path)).body.byteLength).toBe(anonymous.body.byteLength);
    });
  },
);
