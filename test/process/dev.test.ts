/** `npm run dev` starts, answers, and stops. Pages are compiled in `dev.long.test.ts`. */
import { afterAll, expect, it } from "vitest";
import { CheckedOut, makeBuiltCheckout } from "./checkout.ts";
import { productionSettings } from "./deployed.ts";

const folder = makeBuiltCheckout();
const app = new CheckedOut(folder, "dev");

afterAll(() => app.remove());

it("serves the API in its own format, and stops cleanly", async () => {
  await app.start();
  const refused = await fetch(`${app.base}/v1/schools`);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ error: { code: "API_KEY_MISSING" } });
  expect((await app.bankClient().GET("/v1/schools")).status).toBe(200);
  expect(await app.stop()).toBe(0);
  expect(app.output).toContain("Stopped. Your data is preserved.");
});

it("refuses to start in production", async () => {
  const DATABASE_URL = "postgres://db.example/points";
  const production = new CheckedOut(folder, "dev", { ...productionSettings(), DATABASE_URL });
  expect(await production.startAndFail()).toBe(
    "npm run dev is only for a sandbox: its pages allow scripts that production forbids.\n",
  );
});
