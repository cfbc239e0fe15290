import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { describeOnSmallDisk } from "./disk-full.ts";

describeOnSmallDisk((scene) => {
  it("Postgres stops when its WAL has no space, is restarted periodically, and recovers at the same URL", async () => {
    const { app, disk, read, isRejected, isAcceptedAgain } = scene;
    const operator = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
    operator.on("error", () => {});
    await operator.connect();
    const bank = scene.startClients();
    await wait(1_000);
    disk.fill();
    await isRejected(bank);
    const from = app.output.length;
    const fillLog = async () => {
      for (;;) {
        await operator.query("select pg_logical_emit_message(false, '', ''), pg_switch_wal()");
      }
    };
    await expect(fillLog()).rejects.toThrow(/No space left|Connection terminated/);
    for (let second = 0; second < 6; second++) {
      // Space that the server frees each time it stops.
      disk.fill();
      await wait(1_000);
    }
    expect((await read()).status).toBe(503);
    expect((await fetch(`${app.base}/healthz`)).status).toBe(200);
    disk.free();
    await isAcceptedAgain(bank);
    // The starting process reconnects a moment after the clients.
    await expect
      .poll(() => app.output.slice(from))
      .toContain("The embedded Postgres is running again.");
    const output = app.output.slice(from);
    expect(output.match(/doesn't start/g)?.length ?? 0).toBeLessThan(6);
    await scene.expectNothingLost(await bank.stop());
  });
});
