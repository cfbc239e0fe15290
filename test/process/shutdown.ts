import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Application, eventually } from "./application.ts";
import { countOutcomes, sendAgain, startClients } from "./clients.ts";
import { expectEverythingOnce, type prepareForAll } from "./storm.ts";

type Shutdown = {
  /** How many of a bank give at once. */
  clients: number;
  /** Donations that were accepted on this stage before. */
  accepted?: string[];
};

/** Adds the test of a running application. */
export function shutdownTest(
  app: Application,
  stage: ReturnType<typeof prepareForAll>,
  { clients, accepted = [] }: Shutdown,
): void {
  it("SIGTERM under load: every request that was taken is answered, the operator command works meanwhile, and the next start goes on", async () => {
    // Some pushes are in the middle of a call when the signal comes.
    await stage.platform.behave("slow", 5);
    const bank = startClients(app, stage, { clients, prefix: "shutdown" });
    await eventually(() => bank.outcomes.length > 5 * clients || undefined, "the bank is at it");
    const stopped = app.stop("SIGTERM");
    await wait(100);
    // A second signal changes nothing.
    const again = app.stop("SIGTERM");
    expect(await stopped).toBe(0);
    expect(await again).toBe(0);

    const outcomes = await bank.stop();
    // Refused connections took no request; any other error would be a request without its answer.
    const counts = countOutcomes(outcomes);
    expect(Object.keys(counts).sort()).toEqual(["202", "ECONNREFUSED"]);
    expect(counts["202"]).toBeGreaterThan(clients);
    const [first] = outcomes;
    const id = first?.body.data.donation_id;
    const shown = await app.admin("donation", "show", "--donation", id);
    expect(shown.bank_transaction_ref).toBe(first?.reference);

    await app.start();
    const { ids, knownBefore } = await sendAgain(app, stage, outcomes);
    expect(knownBefore).toEqual([]);
    await expectEverythingOnce(app, stage, [...accepted, ...ids]);
  });
}
