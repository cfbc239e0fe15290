/** An installation on a volume that fills up while banks keep posting. */
import { afterAll, beforeAll, describe, expect } from "vitest";
import { Application, eventually } from "./application.ts";
import { countOutcomes, type Outcome, sendAgain, startClients } from "./clients.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { expectEverythingOnce, prepare } from "./storm.ts";

type Clients = ReturnType<typeof startClients>;

/** Defines tests on such an installation; skips them, with the reason, if no volume can be mounted. */
export function describeOnSmallDisk(define: (scene: ReturnType<typeof makeScene>) => void): void {
  const disk = mountSmallDisk(256);
  if (typeof disk === "string") {
    process.stdout.write(`Skipping the full-disk tests: ${disk}.\n`);
    describe.skip("on a full disk", () => define({} as ReturnType<typeof makeScene>));
  } else {
    describe("on a full disk", () => define(makeScene(disk)));
  }
}

function makeScene(disk: SmallDisk) {
  const app = new Application(
    {
      PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
      WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s,5s,5s,5s",
    },
    disk.folder,
  );
  let stage: Awaited<ReturnType<typeof prepare>>;

  beforeAll(async () => {
    await app.start();
    stage = await prepare(app);
  });

  afterAll(async () => {
    disk.free();
    await app.stop();
    disk.unmount();
    await stage.platform.stop();
    await stage.receiver.close();
  });

  const lastStatusIs = ({ outcomes }: Clients, status: number, what: string) =>
    eventually(() => (outcomes.at(-1)?.status === status ? true : undefined), what);

  return {
    app,
    disk,
    startClients: (clients = 6) => startClients(app, stage, { clients }),
    read: () => app.api("GET", "/v1/donations?limit=1", undefined, stage.bank.key),
    isRejected: (bank: Clients) => lastStatusIs(bank, 503, "donations are rejected"),
    isAcceptedAgain: (bank: Clients) => lastStatusIs(bank, 202, "donations are accepted again"),
    /**
     * Checks that every response was 202, or 503 with Retry-After; resends everything, and compares all records.
     * @returns the references that were accepted although their response was 503
     */
    async expectNothingLost(outcomes: Outcome[]): Promise<string[]> {
      expect(Object.keys(countOutcomes(outcomes)).sort()).toEqual(["202", "503"]);
      for (const { headers, body } of outcomes.filter(({ status }) => status === 503)) {
        expect(body.error.code).toBe("SERVICE_UNAVAILABLE");
        expect(headers?.["retry-after"]).toMatch(/^\d+$/);
      }
      const { ids, knownBefore } = await sendAgain(app, stage, outcomes);
      await expectEverythingOnce(app, stage, ids);
      return knownBefore;
    },
  };
}
