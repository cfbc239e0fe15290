import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { rereadEnv } from "#lib/env.ts";
import { metrics } from "#lib/metrics.ts";
import { exposeMetrics } from "#lib/operations/exposition.ts";
import { GET } from "./route.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const TOKEN = "a-token-of-the-test-run";

function setToken(token: string): void {
  process.env.METRICS_TOKEN = token;
  rereadEnv();
}
beforeEach(() => setToken(TOKEN));
afterEach(() => setToken(""));

const request = (authorization?: string) =>
  GET(
    new Request("http://service.test/metrics", { headers: authorization ? { authorization } : {} }),
  );

it("serves metrics to a request with the token", async () => {
  const response = await request(`Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(await response.text()).toContain("points_database_up 1\n");
});

it.each([
  undefined,
  "Bearer",
  `Basic ${TOKEN}`,
  TOKEN,
  "Bearer another-token-of-that-length",
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Bearer ${TOKEN} x`,
])("rejects %s", async (authorization) => {
  const response = await request(authorization);
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
  expect(await response.text()).not.toContain("points_");
});

it("returns 404 to every request if no token is configured", async () => {
  setToken("");
  for (const authorization of [undefined, "Bearer ", `Bearer ${TOKEN}`]) {
    expect((await request(authorization)).status).toBe(404);
  }
});

/** `points_x_seconds_bucket` → `points_x_seconds` if that is a histogram. */
async function nameOf(series: string): Promise<string> {
  const base = series.replace(/_(bucket|sum|count)$/, "");
  return metrics().registry.getSingleMetric(base) ? base : series;
}

it.each(["deploy/prometheus/alerts.yml", "docs/monitoring.md"])(
  "exports every metric that %s names",
  async (file) => {
    const { text } = await exposeMetrics();
    const named = [...read(file).matchAll(/\b(points|nodejs|process)_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) {
      expect(text, name).toContain(`# TYPE ${await nameOf(name)} `);
    }
  },
);

it("exports no undocumented metric", async () => {
  const { text } = await exposeMetrics();
  const document = read("docs/monitoring.md");
  for (const [, name] of text.matchAll(/^# TYPE (points_\w+)/gm)) {
    expect(document).toContain(`| \`${name}\` |`);
  }
});

it("starts every alerted counter at zero, so that Prometheus sees the first increase", async () => {
  const { text } = await exposeMetrics();
  for (const series of [
    'points_donations_accepted_total{channel="bank"}',
    'points_donations_settled_total{outcome="completed"}',
    "points_webhook_dead_letters_total",
  ]) {
    expect(text).toContain(`${series} `);
  }
});

it("every alert is a complete Prometheus rule, and documented", () => {
  const { groups } = parse(read("deploy/prometheus/alerts.yml"));
  const rules = groups.flatMap((group: { rules: object[] }) => group.rules);
  expect(rules).toHaveLength(6);
  for (const rule of rules) {
    expect(rule).toMatchObject({
      alert: expect.any(String),
      expr: expect.stringContaining("points_"),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: { summary: expect.any(String) },
    });
    expect(read("docs/monitoring.md")).toContain(`| **${rule.alert}** |`);
  }
});
