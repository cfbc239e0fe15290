import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { describeOnSmallDisk } from "./disk-full.ts";

describeOnSmallDisk((scene) => {
  it("donations are refused with 503, reads go on; with room it goes on by itself", async () => {
    const { disk, read, refused, takenAgain } = scene;
    const bank = scene.startClients();
    await wait(1_000);
    disk.fill();
    await refused(bank);
    await wait(2_000);
    expect((await read()).status).toBe(200);
    disk.free();
    await takenAgain(bank);
    // Postgres lives, and says no: what was refused is not there.
    expect(await scene.expectNothingLost(await bank.stop())).toEqual([]);
  });
});
