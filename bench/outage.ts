import { systemScope } from "#lib/auth/scopes.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { startPlatform } from "#test/platform/process.ts";
import { offer } from "./load.ts";
import { Product } from "./product.ts";
import { knob, run, shown, table } from "./statistics.ts";

const system = systemScope("bench");
const rate = knob("BENCH_RATE", 100);
const seconds = knob("BENCH_SECONDS", 20);

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
    const credits = await platform.books();
    const asked = credits.filter((credit) => credit.asked > 1).length;
    table(
      ["", ""],
      [
        [`accepted for ${seconds} s while the platform is away, /s`, shown(during.perSecond)],
        ["p99 of that, ms", shown(during.p99)],
        ["not accepted", shown(during.wrong)],
        ["open when it is back, and of these not pushed", `${shown(backlog)}, ${shown(pending)}`],
        ["drained at, /s, the breaker's pause included", shown(perSecond)],
        ["credits at the platform then", shown(credits.length)],
        ["of these asked for more than once", shown(asked)],
      ],
    );
  } finally {
    await product.stop();
    await platform.stop();
  }
});
