/** Separate cores for the load, if the machine has enough of them (Linux with `taskset`). */
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Product } from "./product.ts";
import { setting } from "./statistics.ts";

/** Application and Postgres keep at least three of them. */
const cores = availableParallelism();
const minCores = setting("BENCH_PIN_FROM", 4);

function pin(pids: (number | undefined)[], list: string): void {
  for (const pid of pids) {
    execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", list, String(pid)], {
      stdio: "ignore",
    });
  }
}

/**
 * Pins this process, which is the load generator, and the receiver to the first core, and everything else to the others.
 * @returns false on a small machine, or without `taskset`
 */
export function pinSeparately(product: Product, others: { pid: number }[]): boolean {
  if (cores < minCores) return false;
  try {
    pin([process.pid, product.receiver.pid], "0");
    pin([...product.bench.postgresPids(), ...others.map(({ pid }) => pid)], `1-${cores - 1}`);
    return true;
  } catch {
    return false;
  }
}
