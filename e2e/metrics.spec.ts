import { secrets } from "./application.ts";
import { expect, test } from "./fixtures.ts";
import { DONATION, giveButton, goToReview, startGiving } from "./giving.ts";

/** The value of one series of the application under test; 0 where there is none. */
async function counted(series: string): Promise<number> {
  const response = await fetch(`http://localhost:${process.env.E2E_PORT}/metrics`, {
    headers: { Authorization: `Bearer ${secrets().METRICS_TOKEN}` },
  });
  expect(response.status).toBe(200);
  const line = (await response.text()).split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

// Pages and the API are separate bundles, so they must share one metrics registry.
test("counts portal donations by channel and by form route", async ({ page }) => {
  const accepted = 'points_donations_accepted_total{channel="portal"}';
  const confirmed =
    'points_http_request_seconds_count{route="/give/confirm",method="POST",status="3xx"}';
  const before = [await counted(accepted), await counted(confirmed)] as const;
  await startGiving(page);
  await goToReview(page, "25");
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
  expect(await counted(accepted)).toBeGreaterThan(before[0]);
  expect(await counted(confirmed)).toBeGreaterThan(before[1]);
});
