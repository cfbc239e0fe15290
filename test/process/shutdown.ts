import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Application, eventually } from "./application.ts";
import { countOutcomes, sendAgain, startClients } from "./clients.ts";
import { expectEverythingOnce, type prepareForAll } from "./storm.ts";

type Shutdown = {
  /** The number of the bank's concurrent clients. */
  clients: number;
  /** Donations accepted earlier. */
  accepted?: string[];
};

/** Defines the test of a running application. */
export function shutdownTest(
  app: Application,
  stage: ReturnType<typeof prepareForAll>,
  { clients, accepted = [] }: Shutdown,
): void {
  it("SIGTERM under load: every accepted request is answered, the operator command keeps working, and the next start continues", async () => {
    // Some pushes are mid-call when the signal arrives.
    await stage.platform.behave("slow", 5);
    const bank = startClients(app, stage, { clients, prefix: "shutdown" });
    await eventually(() => bank.outcomes.length > 5 * clients || undefined, "the bank is sending");
    const stopped = app.stop("SIGTERM");
    await wait(100);
    // A second signal changes nothing.
    const again = app.stop("SIGTERM");
    expect(await stopped).toBe(0);
    expect(await again).toBe(0);

    const outcomes = await bank.stop();
    // A refused connection carried no request; any other error means an unanswered request.
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
