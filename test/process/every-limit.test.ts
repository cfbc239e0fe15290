/** Every route is rate-limited with the same headers: strangers by network, authenticated callers by identity. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { addressOf, nextTemplates, operations, plainRoutes } from "./pages.ts";
import { insertServiceKey } from "./service-key.ts";

/** Requests per second; a two-second window allows twice as many. */
const LIMIT = "1";
/** More than a window allows; a burst that spans two windows is repeated. */
const BURST = 3;
/** Static files and health checks have 20 times the limit. */
const WIDER = /^\/(monograms\/.*|_next\/.*|icon\.svg|plain-page\.css|readyz|metrics)$/;

const WIDE_BURST = 41;

const ORIGIN = "http://points.example";
const app = new Application({
  PUBLIC_BASE_URL: ORIGIN,
  RATE_LIMIT_PER_KEY: LIMIT,
  RATE_LIMIT_PER_CARDHOLDER: LIMIT,
  RATE_LIMIT_PER_NETWORK: LIMIT,
  // Each case comes from a separate network.
  TRUST_PROXY: "true",
});
let networks = 0;
const newNetwork = () => {
  networks += 1;
  return `10.0.${networks >> 8}.${networks & 255}`;
};

type Ask = { method: string; path: string; network?: string; headers?: Record<string, string> };

function ask({ method, path, network = newNetwork(), headers = {} }: Ask): Promise<Response> {
  return fetch(app.base + path, {
    method,
    redirect: "manual",
    headers: { "X-Forwarded-For": network, ...headers },
  });
}

let demo: { email: string; password: string };
let accessToken: string;
let serviceKey: string;

beforeAll(async () => {
  await app.start();
  demo = app.demonstration;
  const login = await fetch(`${app.base}/v1/portal/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": newNetwork() },
    body: JSON.stringify(demo),
  });
  accessToken = (await login.json()).data.access_token;
  serviceKey = await insertServiceKey(app);
});
afterAll(() => app.remove());

/** Sends concurrent requests. @returns the first rejection, and all statuses */
async function burst(count: number, one: () => Promise<Response>) {
  const answers = await Promise.all(Array.from({ length: count }, one));
  const refused = answers.find(({ status }) => status === 429);
  for (const answer of answers) if (answer !== refused) await answer.arrayBuffer();
  return { refused, statuses: answers.map(({ status }) => status) };
}

/** Sends bursts until one exceeds a window: on a busy machine, one burst may span several windows. */
async function burstUntilRefused(count: number, one: () => Promise<Response>) {
  const statuses = new Set<number>();
  const refused = await eventually(async () => {
    const sent = await burst(count, one);
    for (const status of sent.statuses) statuses.add(status);
    return sent.refused;
  }, "a rejection");
  return { refused, statuses };
}

function expectFields(answer: Response | undefined, name: string): asserts answer is Response {
  expect(answer, `a rejection by the limit "${name}"`).toBeDefined();
  const { headers } = answer as Response;
  expect(headers.get("ratelimit-policy")).toMatch(new RegExp(`^"${name}";q=\\d+;w=2$`));
  expect(headers.get("ratelimit")).toMatch(new RegExp(`^"${name}";r=0;t=[12]$`));
  expect(headers.get("retry-after")).toMatch(/^[12]$/);
  expect(headers.get("x-request-id")).toBeTruthy();
}

async function expectErrorFormat(answer: Response): Promise<void> {
  expect((await answer.json()).error.code).toBe("RATE_LIMITED");
}

const others = [
  ...plainRoutes,
  ...nextTemplates,
  "/nowhere",
  "/_next/static/none.js",
  "/plain-page.css",
];

describe("a stranger", () => {
  it.concurrent.each(operations)(
    "is limited at $id, regardless of credentials",
    async ({ method, address, auth }) => {
      const network = newNetwork();
      const wrong = { "X-Service-API-Key": "svc_test_x", Authorization: "Bearer x" };
      const one = () => ask({ method, path: address, network, headers: wrong });
      const { refused, statuses } = await burstUntilRefused(BURST, one);
      expectFields(refused, "network");
      await expectErrorFormat(refused);
      // Other networks aren't affected.
      expect((await ask({ method, path: address, headers: wrong })).status).not.toBe(429);
      if (auth !== "none") expect([...statuses].sort()).toEqual([401, 429]);
    },
  );

  it.concurrent.each(others.filter((template) => template !== "/healthz"))(
    "is limited at %s",
    async (template) => {
      const network = newNetwork();
      const path = addressOf(template);
      const isWide = WIDER.test(template);
      const count = isWide ? WIDE_BURST : BURST;
      const { refused } = await burstUntilRefused(count, () =>
        ask({ method: "GET", path, network }),
      );
      expectFields(refused, isWide ? "files" : "network");
      await expectErrorFormat(refused);
      expect((await ask({ method: "GET", path })).status).not.toBe(429);
    },
  );

  it("gets a page if it is a browser", async () => {
    const network = newNetwork();
    const headers = { Accept: "text/html,application/xhtml+xml" };
    const { refused } = await burstUntilRefused(BURST, () =>
      ask({ method: "POST", path: "/signin/submit", network, headers }),
    );
    expectFields(refused, "network");
    expect(refused.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await refused.text()).toContain("<h1>Too many requests</h1>");
  });

  it("may check liveness without a limit", async () => {
    const network = newNetwork();
    const { statuses } = await burst(BURST, () =>
      ask({ method: "GET", path: "/healthz", network }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

const credentials = {
  key: () => ({ "X-Service-API-Key": app.demoKey }),
  token: () => ({ Authorization: `Bearer ${accessToken}` }),
  session: () => ({ Authorization: `Bearer ${accessToken}` }),
  school: () => ({ Authorization: `Bearer ${serviceKey}` }),
};
const LIMIT_NAMES = { key: "key", token: "cardholder", session: "cardholder", school: "key" };

describe("an authenticated caller", () => {
  it.concurrent.each(operations.filter(({ auth }) => auth !== "none"))(
    "is limited at $id by identity, from any network",
    async ({ method, address, auth }) => {
      const kind = auth as keyof typeof credentials;
      const headers = credentials[kind]();
      const { refused } = await burstUntilRefused(BURST, () =>
        ask({ method, path: address, headers }),
      );
      expectFields(refused, LIMIT_NAMES[kind]);
      await expectErrorFormat(refused);
    },
  );

  it("is limited by the session on pages, and no longer by the network", async () => {
    const network = newNetwork();
    const signedIn = await eventually(async () => {
      const answer = await fetch(`${app.base}/signin/submit`, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: ORIGIN, "X-Forwarded-For": network },
        body: new URLSearchParams(demo),
      });
      return answer.headers.getSetCookie().length > 0 ? answer : undefined;
    }, "the sign-in succeeds");
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const page = (from?: string) =>
      ask({
        method: "GET",
        path: "/home",
        headers: { Cookie },
        ...(from ? { network: from } : {}),
      });
    await eventually(async () => ((await page()).status === 200 ? true : undefined), "the page");
    const { refused } = await burstUntilRefused(BURST, () => page(network));
    expectFields(refused, "cardholder");
    // The network itself isn't limited.
    expect((await ask({ method: "GET", path: "/signin", network })).status).not.toBe(429);
  });

  it("an invalid cookie counts against its network", async () => {
    const network = newNetwork();
    const headers = { Cookie: "points-session=guessed" };
    const { refused } = await burstUntilRefused(BURST, () =>
      ask({ method: "GET", path: "/home", network, headers }),
    );
    expectFields(refused, "network");
  });

  it("an embedded session is limited across networks", async () => {
    const call = (method: string, path: string, body?: unknown) =>
      eventually(async () => {
        const answer = await fetch(app.base + path, {
          method,
          headers: { ...credentials.key(), "Content-Type": "application/json" },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return answer.ok ? (await answer.json()).data : undefined;
      }, `${method} ${path}`);
    const [account] = await call("GET", "/v1/accounts/linked");
    const { embed_token } = await call("POST", "/v1/embed/token", {
      service_user_id: account.service_user_id,
    });
    const path = `/embed/session?token=${embed_token}`;
    const { refused } = await burstUntilRefused(BURST, () => ask({ method: "GET", path }));
    expectFields(refused, "embed-session");
    expect(await refused.text()).toContain("Your points weren’t used.");
  });
});
