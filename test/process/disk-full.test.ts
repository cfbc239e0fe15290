import { expect, it } from "vitest";
import { eventually } from "./application.ts";
import { describeOnSmallDisk } from "./disk-full.ts";

describeOnSmallDisk((scene) => {
  it("a donation gets a 503, reads continue; it recovers once there is space", async () => {
    const { disk, read, isRejected, isAcceptedAgain } = scene;
    const bank = scene.startClients(1);
    await eventually(() => bank.outcomes.length > 0 || undefined, "a donation is accepted");
    disk.fill();
    await isRejected(bank);
    expect((await read()).status).toBe(200);
    disk.free();
    await isAcceptedAgain(bank);
    // Postgres is running but rejects writes: rejected donations don't exist.
    expect(await scene.expectNothingLost(await bank.stop())).toEqual([]);
  });
});
