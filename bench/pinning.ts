/** Cores for the load apart from those for what is measured, where the machine has enough (Linux with `taskset`). */
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Product } from "./product.ts";
import { knob } from "./statistics.ts";

/** Application and Postgres keep at least three of them. */
const cores = availableParallelism();
const atLeast = knob("BENCH_PIN_FROM", 4);

function pin(pids: (number | undefined)[], list: string): void {
  for (const pid of pids) {
    execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", list, String(pid)], {
      stdio: "ignore",
    });
  }
}

/**
 * Puts this process, which is the load generator, and the receiver on the first core, and everything else on the others.
 * @returns whether it did: not on a small machine, nor where `taskset` is missing
 */
export function pinApart(product: Product, others: { pid: number }[]): boolean {
  if (cores < atLeast) return false;
  try {
    pin([process.pid, product.receiver.pid], "0");
    pin([...product.bench.postgresPids(), ...others.map(({ pid }) => pid)], `1-${cores - 1}`);
    return true;
  } catch {
    return false;
  }
}
