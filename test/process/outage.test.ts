import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application, eventually } from "./application.ts";

const run = promisify(execFile);
const app = new Application();
beforeAll(() => app.start(), 120_000);
afterAll(() => app.remove(), 60_000);

const donate = (reference: string) =>
  app.api("POST", "/v1/donations/request", {
    bank_transaction_ref: reference,
    dollar_amount: 25,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  });

/** Every process of the application's own Postgres, found by the id in its data directory. */
async function postgresProcesses(): Promise<number[]> {
  const file = path.join(app.dataDir, "postgres/postmaster.pid");
  const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
  const { stdout } = await run("ps", ["-o", "pid=", "--ppid", String(postmaster)]);
  return [postmaster, ...stdout.split(/\s+/).filter(Boolean).map(Number)];
}

const signal = async (name: NodeJS.Signals) => {
  for (const pid of await postgresProcesses()) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
};

it("answers 503 in our shape within two seconds or so while Postgres does not answer, and goes on after", async () => {
  expect((await donate("before")).status).toBe(202);
  await signal("SIGSTOP");
  try {
    const startedAt = Date.now();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => donate(`frozen-${n}`)));
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    for (const { status, body } of answers) {
      expect(status).toBe(503);
      expect(body.error.code).toBe("SERVICE_UNAVAILABLE");
    }
  } finally {
    await signal("SIGCONT");
  }
  const after = await eventually(async () => {
    const answer = await donate("after-freeze");
    return answer.status === 503 ? undefined : answer;
  }, "the service takes donations again");
  expect(after.status).toBe(202);
}, 60_000);

it("goes on without a restart after kill -9 of Postgres, and finishes what it had accepted", async () => {
  const accepted = await donate("before-kill");
  await signal("SIGKILL");
  await wait(100);
  const during = await donate("during-kill").catch(() => undefined);
  expect([503, 202, 409]).toContain(during?.status);
  const done = await eventually(
    async () => {
      const { status, body } = await app.api(
        "GET",
        `/v1/donations/${accepted.body.data.donation_id}`,
      );
      return status === 200 && body.data.status === "completed" ? body.data : undefined;
    },
    "the donation completes",
    60_000,
  );
  expect(done.status).toBe("completed");
  expect((await donate("after-kill")).status).toBe(202);
}, 90_000);
