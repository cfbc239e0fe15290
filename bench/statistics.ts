/** What the measurements make of numbers, and how they show them. */
import os from "node:os";

/** The middle of some numbers. */
export function median(numbers: number[]): number {
  return quantile(numbers, 0.5);
}

/** The number below which that part of all lies: 0.99 for the 99th percentile. NaN where there is none. */
export function quantile(numbers: number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Seconds, and what was measured then. */
export type Sample = readonly [seconds: number, value: number];

/** How fast a value rises, per second, and the standard error of that. */
export type Slope = { perSecond: number; error: number };

/** The straight line through the samples by least squares. Fewer than three samples say nothing: zero. */
export function slopeOf(samples: Sample[]): Slope {
  const count = samples.length;
  if (count < 3) return { perSecond: 0, error: 0 };
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((s, one) => s + of(one), 0) / count;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const spread = samples.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) return { perSecond: 0, error: 0 };
  const perSecond = samples.reduce((s, [x, y]) => s + (x - meanX) * (y - meanY), 0) / spread;
  const off = ([x, y]: Sample) => y - meanY - perSecond * (x - meanX);
  const residue = samples.reduce((sum, sample) => sum + off(sample) ** 2, 0);
  return { perSecond, error: Math.sqrt(residue / (count - 2) / spread) };
}

/** Whether a value rises by more than chance (two standard errors) and by more than matters. */
export function rises({ perSecond, error }: Slope, matters: number): boolean {
  return perSecond > 2 * error && perSecond > matters;
}

/** A whole number from 1000 on with separators, below that with so many digits behind the point. */
export function shown(value: number, digits = 0): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: Math.abs(value) < 1_000 ? digits : 0,
    maximumFractionDigits: Math.abs(value) < 1_000 ? digits : 0,
  });
}

/** One value of a run's setting, from the environment. @throws Error where it is no positive number */
export function knob(name: string, otherwise: number): number {
  const given = process.env[name];
  const value = given ? Number(given) : otherwise;
  if (!(value > 0)) throw new Error(`${name} must be a number above 0, and is ${given}`);
  return value;
}

export const say = (line = "") => void process.stdout.write(`${line}\n`);

/** A table in Markdown; every column but the first is one of numbers. */
export function table(head: string[], rows: string[][]): void {
  say(`| ${head.join(" | ")} |`);
  say(`|${head.map((_, column) => (column === 0 ? "---" : "---:")).join("|")}|`);
  for (const row of rows) say(`| ${row.join(" | ")} |`);
  say();
}

/** Runs a measurement: says on what, and how long it has taken; ends the process, whatever is still open. */
export async function run(command: string, measure: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  say(
    `\`npm run ${command}\`: ${os.availableParallelism()} cores, Node ${process.versions.node}\n`,
  );
  try {
    await measure();
  } catch (error) {
    say(`failed: ${(error as Error).stack}`);
    process.exitCode = 1;
  }
  say(`It took ${Math.round((performance.now() - begun) / 1_000)} s.`);
  process.exit();
}
