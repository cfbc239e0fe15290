/** Reads an application's metrics. */
import { expect } from "vitest";
import type { Application } from "./application.ts";

export const METRICS_TOKEN = "token-of-the-process-tests";

export type Scrape = {
  /** The value of a series in Prometheus notation; undefined if it doesn't exist. */
  (series: string): number | undefined;
  text: string;
};

export async function scrape(from: Application): Promise<Scrape> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const answer = await fetch(`${from.base}/metrics`, { headers });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const values = new Map(
    text.split("\n").map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
  return Object.assign((series: string) => values.get(series), { text });
}
