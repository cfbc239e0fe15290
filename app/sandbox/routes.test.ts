import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { POST as authorize } from "./authorizations/route.ts";
import { POST as receive } from "./inbox/route.ts";
import { GET } from "./state/route.ts";

const RECEIVERS = { inbox: receive, authorizations: authorize };
type Receiver = keyof typeof RECEIVERS;
const receivers = Object.keys(RECEIVERS) as Receiver[];

const send = (to: Receiver, body: string) =>
  RECEIVERS[to](new Request(`http://localhost/sandbox/${to}`, { method: "POST", body }));

beforeAll(async () => {
  // Other test files of this worker may have left endpoints with their own keys.
  const where = { bankId: DEMO_BANK_ID };
  await db().webhookEndpoint.updateMany({ where, data: { status: "deleted" } });
});

afterEach(() => {
  delete process.env.SERVICE_ENVIRONMENT;
  delete process.env.PUBLIC_BASE_URL;
  rereadEnv();
});

describe("the sandbox's routes", () => {
  it.each(receivers)("reject unsigned and oversized bodies: %s", async (receiver) => {
    expect((await send(receiver, "{}")).status).toBe(401);
    expect((await send(receiver, "x".repeat(65 * 1024))).status).toBe(413);
  });

  it("report whether there are updates", async () => {
    expect(await (await GET()).json()).toEqual({ version: expect.any(String) });
  });

  it("do not exist in production", async () => {
    process.env.SERVICE_ENVIRONMENT = "production";
    process.env.PUBLIC_BASE_URL = "https://give.example";
    rereadEnv();
    for (const receiver of receivers) expect((await send(receiver, "{}")).status).toBe(404);
    expect((await GET()).status).toBe(404);
  });
});
