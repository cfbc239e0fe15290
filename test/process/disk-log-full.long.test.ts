import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { describeOnSmallDisk } from "./disk-full.ts";

describeOnSmallDisk((scene) => {
  it("Postgres stops when its WAL has no space, is restarted periodically, and recovers at the same address", async () => {
    const { app, disk, read, refused, takenAgain } = scene;
    const operator = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
    operator.on("error", () => {});
    await operator.connect();
    const bank = scene.startClients();
    await wait(1_000);
    disk.fill();
    await refused(bank);
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
    await takenAgain(bank);
    // The starting process reconnects a moment after the clients.
    await expect
      .poll(() => app.output.slice(from))
      .toContain("The embedded Postgres is running again.");
    const said = app.output.slice(from);
    expect(said.match(/doesn't start/g)?.length ?? 0).toBeLessThan(6);
    await scene.expectNothingLost(await bank.stop());
  });
});
