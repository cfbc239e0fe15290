/** Statistics and formatting of the benchmarks. */
import os from "node:os";

/** The middle of some numbers. */
export function median(numbers: number[]): number {
  return quantile(numbers, 0.5);
}

/** A percentile: 0.99 for the 99th. NaN without numbers. */
export function quantile(numbers: number[], fraction: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

/** A value at a time. */
export type Sample = readonly [seconds: number, value: number];

/** The slope of a value per second, and its standard error. */
export type Slope = { perSecond: number; error: number };

/** Linear regression by least squares. Zero with fewer than three samples. */
export function slopeOf(samples: Sample[]): Slope {
  const count = samples.length;
  if (count < 3) return { perSecond: 0, error: 0 };
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((s, one) => s + of(one), 0) / count;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const spread = samples.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) return { perSecond: 0, error: 0 };
  const perSecond = samples.reduce((s, [x, y]) => s + (x - meanX) * (y - meanY), 0) / spread;
  const residual = ([x, y]: Sample) => y - meanY - perSecond * (x - meanX);
  const residue = samples.reduce((sum, sample) => sum + residual(sample) ** 2, 0);
  return { perSecond, error: Math.sqrt(residue / (count - 2) / spread) };
}

/** Whether a value grows significantly (by two standard errors) and by more than a minimum. */
export function rises({ perSecond, error }: Slope, minimum: number): boolean {
  return perSecond > 2 * error && perSecond > minimum;
}

/** An integer with separators from 1,000 up, otherwise with this many decimals. */
export function format(value: number, digits = 0): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: Math.abs(value) < 1_000 ? digits : 0,
    maximumFractionDigits: Math.abs(value) < 1_000 ? digits : 0,
  });
}

/** A benchmark's setting, from the environment. @throws Error if it isn't a positive number */
export function setting(name: string, defaultValue: number): number {
  const text = process.env[name];
  const value = text ? Number(text) : defaultValue;
  if (!(value > 0)) throw new Error(`${name} must be a number above 0, but is ${text}`);
  return value;
}

export const say = (line = "") => void process.stdout.write(`${line}\n`);

/** A Markdown table; all columns but the first are numbers. */
export function table(head: string[], rows: string[][]): void {
  say(`| ${head.join(" | ")} |`);
  say(`|${head.map((_, column) => (column === 0 ? "---" : "---:")).join("|")}|`);
  for (const row of rows) say(`| ${row.join(" | ")} |`);
  say();
}

/** Runs a benchmark, prints the environment and the duration, and ends the process. */
export async function run(command: string, measure: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  say(
    `\`npm run ${command}\`: ${os.availableParallelism()} cores, Node ${process.versions.node}\n`,
  );
  try {
    await measure();
  } catch (error) {
    say(`failed: ${(error as Error).stack}`);
    process.exitCode = 1;
  }
  say(`It took ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
  process.exit();
}
