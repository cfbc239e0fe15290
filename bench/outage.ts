/**
 * How fast a backlog drains after an outage of the school's platform: donations are accepted for some
 * seconds while the platform answers 503, then it comes back.
 *
 *   npm run bench:outage
 *
 * The platform is a process of its own behind the `rest` adapter. The push schedule is shortened to
 * seconds, so that the drain and not the waiting is measured. BENCH_RATE (100 a second) and
 * BENCH_SECONDS (20) may be set.
 */
import { systemScope } from "#lib/auth/scopes.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { startPlatform } from "#test/platform/process.ts";
import { measure } from "./load.ts";
import { Product } from "./product.ts";

const rate = Number(process.env.BENCH_RATE ?? 100);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const say = (line: string) => process.stdout.write(`${line}\n`);

process.env.PUSH_RETRY_SCHEDULE = "0s,2s,5s";
const platform = await startPlatform();
const product = await Product.start(() =>
  configurePlatform(systemScope("bench"), "ohio-state", "rest", platform.config),
);
try {
  await platform.behave("unavailable");
  const during = await measure(product.load, seconds, rate);
  const { pending } = await product.standing();
  say(
    `platform away: ${Math.round(during.perSecond)}/s accepted for ${seconds} s, p99 ${during.p99} ms`,
  );
  await platform.behave("ok");
  const { perSecond, backlog } = await product.drain();
  say(
    `platform back: ${backlog} open (${pending} not pushed), drained at ${Math.round(perSecond)}/s`,
  );
  const credits = await platform.books();
  const asked = credits.filter((credit) => credit.asked > 1).length;
  say(`credits at the platform: ${credits.length}, asked for more than once: ${asked}`);
} finally {
  await product.stop();
  await platform.stop();
}
process.exit(0);
