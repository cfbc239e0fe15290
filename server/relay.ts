/** The relay: hands promised jobs to the durable engine, as soon as its bell rings. */
import { relayBell, relayJobs } from "#lib/events.ts";
import { log } from "#lib/log.ts";

/** How often it looks without having been rung: other processes' promises, and what a crash left. */
const LOOK_EVERY_MS = 1_000;

type Send = Parameters<typeof relayJobs>[0];

/** Starts relaying. @returns a function that stops after the batch at hand */
export function startRelay(send: Send): () => Promise<void> {
  let stopped = false;
  let rung = false;
  let wake = () => {};
  const ring = () => {
    rung = true;
    wake();
  };

  async function run(): Promise<void> {
    while (!stopped) {
      rung = false;
      let handedOver = 0;
      try {
        handedOver = await relayJobs(send);
      } catch (error) {
        log().warn({ reason: (error as Error).message }, "relay could not hand jobs over");
      }
      if (handedOver > 0 || rung || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  relayBell().on("ring", ring);
  const running = run();
  return async () => {
    stopped = true;
    relayBell().off("ring", ring);
    wake();
    await running;
  };
}
