import { serve } from "inngest/edge";
import { afterEach, describe, expect, it } from "vitest";
import { rereadEnv, SETTING_NAMES } from "#lib/env.ts";
import { createInngestClient } from "./client.ts";

const originalEnv = { ...process.env };

function create(settings: Record<string, string>) {
  Object.assign(process.env, settings);
  rereadEnv();
  return createInngestClient();
}

afterEach(() => {
  for (const name of SETTING_NAMES) delete process.env[name];
  Object.assign(process.env, originalEnv);
  rereadEnv();
});

describe("what runs the functions", () => {
  it("the embedded executor, without settings", () => {
    const { client, executor } = create({});
    expect(executor).toBeDefined();
    expect(client).toMatchObject({ id: "points-to-donation", mode: "cloud" });
  });

  it.each([
    [{ INNGEST_DEV: "1" }, { mode: "dev", eventBaseUrl: "http://localhost:8288/" }],
    [
      { INNGEST_DEV: "http://inngest.internal:9000" },
      { mode: "dev", eventBaseUrl: "http://inngest.internal:9000" },
    ],
    [
      { INNGEST_SIGNING_KEY: "signkey-prod-ab", INNGEST_EVENT_KEY: "event" },
      { mode: "cloud", eventBaseUrl: "https://inn.gs/", eventKey: "event" },
    ],
    [
      {
        INNGEST_SIGNING_KEY: "ab",
        INNGEST_EVENT_KEY: "cd",
        INNGEST_BASE_URL: "https://inngest.example",
      },
      { mode: "cloud", eventBaseUrl: "https://inngest.example", signingKey: "ab" },
    ],
  ])("with %j: that server", (settings, expected) => {
    const { client, executor } = create(settings);
    expect(executor).toBeUndefined();
    expect(client).toMatchObject(expected);
  });
});

it("with the embedded executor, nobody can call a function through the public route", async () => {
  const { client } = create({});
  const secret = client.createFunction({ id: "secret", triggers: [{ event: "x" }] }, () => 1);
  const handler = serve({ client, functions: [secret] });
  const response = await handler(
    new Request("http://localhost/api/inngest?fnId=points-to-donation-secret&stepId=step", {
      method: "POST",
      headers: {
        host: "localhost",
        "x-inngest-signature": `t=${Math.floor(Date.now() / 1_000)}&s=00`,
      },
      body: JSON.stringify({ event: {}, events: [], steps: {}, version: -1, ctx: { run_id: "x" } }),
    }),
  );
  expect([response.status, await response.json()]).toEqual([401, { message: "Unauthorized" }]);
});
