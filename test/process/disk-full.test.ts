import { expect, it } from "vitest";
import { eventually } from "./application.ts";
import { describeOnSmallDisk } from "./disk-full.ts";

describeOnSmallDisk((scene) => {
  it("a donation is refused with 503, reads go on; with room it goes on by itself", async () => {
    const { disk, read, refused, takenAgain } = scene;
    const bank = scene.startClients(1);
    await eventually(() => bank.outcomes.length > 0 || undefined, "a donation is taken");
    disk.fill();
    await refused(bank);
    expect((await read()).status).toBe(200);
    disk.free();
    await takenAgain(bank);
    // Postgres lives, and says no: what was refused is not there.
    expect(await scene.expectNothingLost(await bank.stop())).toEqual([]);
  });
});
