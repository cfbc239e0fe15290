import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { countOutcomes, type Outcome, sendAgain, startClients } from "./clients.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { expectEverythingOnce, prepare } from "./storm.ts";

const disk = mountSmallDisk(256);
const why = typeof disk === "string" ? disk : undefined;
if (why) process.stdout.write(`A full disk is not tested: ${why}.\n`);

describe.skipIf(why)("with a disk that is full", () => {
  const { folder, fill, free, unmount } = disk as Exclude<typeof disk, string>;
  const app = new Application(
    {
      PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
      WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s,5s,5s,5s",
    },
    folder,
  );
  /** Every donation so far, of both tests. */
  const accepted: string[] = [];
  let stage: Awaited<ReturnType<typeof prepare>>;

  beforeAll(async () => {
    await app.start();
    stage = await prepare(app);
  }, 120_000);

  afterAll(async () => {
    free();
    await app.stop();
    unmount();
    await stage.platform.stop();
    await stage.receiver.close();
  }, 60_000);

  const read = () => app.api("GET", "/v1/donations?limit=1", undefined, stage.bank.key);

  async function filled(outcomes: Outcome[]): Promise<void> {
    fill();
    await eventually(
      () => (outcomes.at(-1)?.status === 503 ? true : undefined),
      "a donation is refused for want of room",
    );
  }

  /** From the first refusal to the last, each with its reason, and nothing accepted for it. */
  async function expectRefused(outcomes: Outcome[]): Promise<void> {
    expect(Object.keys(countOutcomes(outcomes)).sort()).toEqual(["202", "503"]);
    for (const { status, headers, body } of outcomes) {
      if (status === 202) continue;
      expect(body.error.code).toBe("SERVICE_UNAVAILABLE");
      expect(headers?.["retry-after"]).toMatch(/^\d+$/);
    }
    const { ids, knownBefore } = await sendAgain(app, stage, outcomes);
    expect(knownBefore).toEqual([]);
    accepted.push(...ids);
    await expectEverythingOnce(app, stage, accepted);
  }

  const takenAgain = (outcomes: Outcome[]) =>
    eventually(
      () => (outcomes.at(-1)?.status === 202 ? true : undefined),
      "donations are taken again",
    );

  it("refuses donations with 503 and goes on reading; with room it goes on by itself", async () => {
    const bank = startClients(app, stage, { clients: 6, prefix: "tables" });
    await wait(1_000);
    await filled(bank.outcomes);
    await wait(2_000);
    expect((await read()).status).toBe(200);
    free();
    await takenAgain(bank.outcomes);
    await expectRefused(await bank.stop());
  }, 90_000);

  it("brings Postgres back at its address after there was no room even for its log", async () => {
    const bank = startClients(app, stage, { clients: 6, prefix: "log" });
    const operator = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
    operator.on("error", () => {});
    await operator.connect();
    await wait(1_000);
    await filled(bank.outcomes);
    const fillLog = async () => {
      for (;;)
        await operator.query("select pg_logical_emit_message(false, '', ''), pg_switch_wal()");
    };
    await expect(fillLog()).rejects.toThrow(/No space left|Connection terminated/);
    const from = app.output.length;
    // What the server let go of when it died, too.
    for (let second = 0; second < 6; second++) {
      fill();
      await wait(1_000);
    }
    expect((await read()).status).toBe(503);
    expect((await fetch(`${app.base}/healthz`)).status).toBe(200);
    free();
    await takenAgain(bank.outcomes);
    const said = app.output.slice(from);
    expect(said).toContain("The embedded Postgres is back.");
    expect(said.match(/does not start/g)?.length ?? 0).toBeLessThan(6);
    await expectRefused(await bank.stop());
  }, 120_000);
});
