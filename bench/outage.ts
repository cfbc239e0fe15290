import { systemScope } from "#lib/auth/scopes.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { startPlatform } from "#test/platform/process.ts";
import { offer } from "./load.ts";
import { Product } from "./product.ts";
import { format, run, setting, table } from "./statistics.ts";

const system = systemScope("bench");
const rate = setting("BENCH_RATE", 100);
const seconds = setting("BENCH_SECONDS", 20);

await run("bench:outage", async () => {
  process.env.PUSH_RETRY_SCHEDULE = "0s,2s,5s";
  const platform = await startPlatform();
  const product = await Product.start({
    prepare: () => configurePlatform(system, "ohio-state", "rest", platform.config),
  });
  try {
    await platform.behave("unavailable");
    const during = await offer(product.loads(), seconds, rate);
    const { pending } = await product.backlog();
    await platform.behave("ok");
    const { perSecond, backlog } = await product.drain();
    const credits = await platform.ledger();
    const retried = credits.filter((credit) => credit.requests > 1).length;
    table(
      ["", ""],
      [
        [`accepted during the outage (${seconds} s), /s`, format(during.perSecond)],
        ["their p99, ms", format(during.p99)],
        ["not accepted", format(during.failed)],
        ["backlog at its end, and not yet pushed", `${format(backlog)}, ${format(pending)}`],
        ["drained at, /s, including the circuit breaker's pause", format(perSecond)],
        ["credits at the platform afterward", format(credits.length)],
        ["of these requested more than once", format(retried)],
      ],
    );
  } finally {
    await product.stop();
    await platform.stop();
  }
});
