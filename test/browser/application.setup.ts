/** Starts the application once for all journeys, as a newcomer would have it. */
import { Application } from "../process/application.ts";

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Somebody develops against an application of their own.
  if (process.env.E2E_DATA_DIR) return undefined;
  const { build } = await import("../../scripts/build.ts");
  await build();
  // The product's own limits: people's browsers must get along with them.
  const application = new Application({
    RATE_LIMIT_PER_CARDHOLDER: "",
    RATE_LIMIT_PER_NETWORK: "",
  });
  application.port = Number(process.env.E2E_PORT);
  await application.start();
  process.env.E2E_DATA_DIR = application.dataDir;
  return () => application.remove();
}
