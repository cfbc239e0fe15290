import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { describeOnSmallDisk } from "./disk-full.ts";

describeOnSmallDisk((scene) => {
  it("donations get a 503, reads continue; it recovers once there is space", async () => {
    const { disk, read, isRejected, isAcceptedAgain } = scene;
    const bank = scene.startClients();
    await wait(1_000);
    disk.fill();
    await isRejected(bank);
    await wait(2_000);
    expect((await read()).status).toBe(200);
    disk.free();
    await isAcceptedAgain(bank);
    // Postgres is running but rejects writes: rejected donations don't exist.
    expect(await scene.expectNothingLost(await bank.stop())).toEqual([]);
  });
});
