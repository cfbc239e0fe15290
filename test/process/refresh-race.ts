/** Tabs that refresh tokens concurrently, against two processes on one database. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Application } from "./application.ts";
import { fetchDocumented } from "./documented.ts";

const CONCURRENCY = 50;

type Pair = { access_token: string; refresh_token: string };

let first: Application;
let second: Application;
let database: pg.Client;

/** Alternates the processes, so that each race is between both. */
const processOf = (index: number) => (index % 2 === 0 ? first : second);

// biome-ignore lint/suspicious/noExplicitAny: fetchDocumented validates every response.
async function post(app: Application, address: string, body: object): Promise<any> {
  const response = await fetchDocumented(
    new Request(app.base + address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, ...((await response.json()) as object) };
}

async function logIn(): Promise<Pair> {
  // The process that started last created these credentials.
  const file = path.join(second.dataDir, "demonstration.json");
  const { email, password } = JSON.parse(readFileSync(file, "utf8"));
  const { status, data } = await post(first, "/v1/portal/auth/login", { email, password });
  expect(status).toBe(200);
  return data;
}

/** Retries if a busy machine rejects some of a hundred concurrent requests, as portals do. */
// biome-ignore lint/suspicious/noExplicitAny: fetchDocumented validates every response.
async function refresh(index: number, refresh_token: string): Promise<any> {
  for (;;) {
    const answer = await post(processOf(index), "/v1/portal/auth/refresh", { refresh_token });
    if (answer.status !== 503) return answer;
    await wait(100);
  }
}

/** Refreshes all tokens concurrently, and expects a pair for each. */
async function refreshAll(tokens: string[]): Promise<Pair[]> {
  const answers = await Promise.all(tokens.map((token, index) => refresh(index, token)));
  expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
  return answers.map(({ data }) => data);
}

async function statusOfProfile(app: Application, { access_token }: Pair): Promise<number> {
  const headers = { Authorization: `Bearer ${access_token}` };
  return (await fetch(`${app.base}/v1/portal/me`, { headers })).status;
}

/** Backdates the token's use by some seconds. */
async function age(token: string, seconds: number): Promise<void> {
  const { rowCount } = await database.query(
    `update refresh_token set rotated_at = rotated_at - make_interval(secs => $2)
     where token_hash = $1 and rotated_at is not null`,
    [createHash("sha256").update(token).digest(), seconds],
  );
  expect(rowCount).toBe(1);
}

/** Defines the tests; the quick and the long version differ in the number of rounds. */
export function refreshRaceTests(both: () => [Application, Application], rounds: number): void {
  beforeAll(async () => {
    [first, second] = both();
    database = new pg.Client({ connectionString: first.sharedSettings().DATABASE_URL as string });
    await database.connect();
  });

  afterAll(() => database.end());

  it(`${CONCURRENCY} concurrent refreshes of one token, ${rounds} times: all succeed, and all pairs refresh again`, async () => {
    let token = (await logIn()).refresh_token;
    for (let round = 0; round < rounds; round++) {
      const pairs = await refreshAll(Array(CONCURRENCY).fill(token));
      const tokens = pairs.map((pair) => pair.refresh_token);
      expect(new Set(tokens).size).toBe(CONCURRENCY);
      const next = await refreshAll(tokens);
      token = next[round % CONCURRENCY]?.refresh_token ?? "";
    }
  });

  it("a lost response can be requested again in time, no matter what has happened since", async () => {
    const { refresh_token: token } = await logIn();
    const lost = await refresh(0, token);
    const later = await refresh(1, lost.data.refresh_token);
    await refresh(0, later.data.refresh_token);
    await age(token, 40);
    const again = await refresh(1, token);
    expect(again.status).toBe(200);
    expect((await refresh(0, again.data.refresh_token)).status).toBe(200);
    expect(await statusOfProfile(second, again.data)).toBe(200);
  });

  it("a token reused later ends its session in both processes immediately", async () => {
    const original = await logIn();
    const { data } = await refresh(0, original.refresh_token);
    const other = await logIn();
    for (const app of [first, second]) expect(await statusOfProfile(app, data)).toBe(200);
    await age(original.refresh_token, 46);
    const thief = await refresh(1, original.refresh_token);
    expect([thief.status, thief.error.code]).toEqual([401, "REFRESH_TOKEN_REUSED"]);
    for (const pair of [original, data]) {
      expect(await statusOfProfile(first, pair)).toBe(401);
      expect(await statusOfProfile(second, pair)).toBe(401);
    }
    expect((await refresh(0, data.refresh_token)).status).toBe(401);
    expect(await statusOfProfile(second, other)).toBe(200);
  });
}
