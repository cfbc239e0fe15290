/** Starts the application once for all browser tests, with default settings. */
import { Application } from "../test/process/application.ts";

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Uses an application that is already running as it is.
  if (process.env.E2E_DATA_DIR) return undefined;
  const { build } = await import("../scripts/build.ts");
  await build();
  // The production limits: ordinary browsing must stay within them. All browsers share an address here, and each
  // starts with an empty cache.
  const application = new Application({
    RATE_LIMIT_PER_CARDHOLDER: "",
    RATE_LIMIT_PER_NETWORK: "",
  });
  application.port = Number(process.env.E2E_PORT);
  await application.start();
  process.env.E2E_DATA_DIR = application.dataDir;
  return () => application.remove();
}
