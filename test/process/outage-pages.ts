import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type Application, eventually } from "./application.ts";

const HTML = { Accept: "text/html,application/xhtml+xml" };
let app: Application;
let cookie = "";

/** Submits a form the way our pages do. */
function send(address: string, fields: Record<string, string>): Promise<Response> {
  return fetch(app.base + address, {
    method: "POST",
    redirect: "manual",
    headers: { ...HTML, Origin: app.base, Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

const get = (address: string, headers: Record<string, string> = HTML) =>
  fetch(app.base + address, { redirect: "manual", headers: { ...headers, Cookie: cookie } });

async function whileFrozen(work: () => Promise<void>): Promise<void> {
  await app.signalPostgres("SIGSTOP");
  try {
    await work();
  } finally {
    await app.signalPostgres("SIGCONT");
  }
}

const isBack = (address: string) =>
  eventually(async () => {
    const answer = await get(address);
    return answer.status === 503 ? undefined : answer;
  }, `${address} is available again`);

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-request-id")).toBeTruthy();
  const page = await answer.text();
  expect(page).toContain("Nothing is lost");
  expect(page).not.toContain("<script");
}

async function signIn(): Promise<void> {
  const file = path.join(app.dataDir, "demonstration.json");
  const { email, password } = JSON.parse(readFileSync(file, "utf8"));
  // With the shipped timeouts, the database may not answer a busy machine in time.
  await eventually(async () => {
    const { headers } = await send("/signin/submit", { email, password, next: "/home" });
    cookie = headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return (await get("/home")).status === 200 || undefined;
  }, "the person is signed in");
}

export function outagePageTests(of: Application): void {
  app = of;
  beforeAll(signIn);

  it("shows a plain page with 503 while Postgres doesn't respond, and the real page afterward", async () => {
    await whileFrozen(async () => {
      const pages = ["/", "/home", "/donations", "/schools", "/settings", "/give"];
      for (const answer of await Promise.all(pages.map((page) => get(page)))) {
        await expectUnavailable(answer);
      }
      await expectUnavailable(await get("/", { Accept: "*/*" }));
      expect((await fetch(`${app.base}/`, { method: "HEAD" })).status).toBe(503);
      expect((await get("/donations/updates", {})).status).toBe(503);
      // Requests without the database still work.
      expect((await get("/offline.html")).status).toBe(200);
      expect((await get("/healthz")).status).toBe(200);
    });
    expect((await isBack("/home")).status).toBe(200);
    const requests = app.output
      .split("\n")
      .filter((line) => line.includes('"unavailable":"database"'));
    expect(requests.join("\n")).toContain('"status":503');
  });

  it("ends no session while Postgres doesn't respond", async () => {
    await whileFrozen(async () => {
      const { status, headers } = await get("/home");
      expect([status, headers.getSetCookie()]).toEqual([503, []]);
    });
    expect((await isBack("/home")).status).toBe(200);
  });

  it("reports an unavailable statement the way pages do", async () => {
    await whileFrozen(async () => {
      const { status, headers } = await get("/statements/2026", {});
      expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    });
  });

  it("keeps the input of a form submitted during the outage", async () => {
    let back = "";
    await whileFrozen(async () => {
      const answer = await send("/settings/profile", {
        form: "profile",
        display_name: "Jo Sample",
      });
      expect(answer.status).toBe(303);
      back = answer.headers.get("location") ?? "";
      expect(back).toMatch(/^\/settings\?/);
      await expectUnavailable(await get(back));
    });
    const page = await (await isBack(back)).text();
    expect(page).toContain('value="Jo Sample"');
    expect(page).toContain("Something went wrong on our side. Nothing was changed");
  });
}
