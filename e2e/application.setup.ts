/** Starts the application once for all browser tests, with default settings. */
import { Application, eventually } from "../test/process/application.ts";

/** The sign-in links in the start's output, by whose they are. */
function signInLinks(output: string): Record<string, string> {
  const lines = output.matchAll(/^ +(\w+ \w+) +(http\S+\/sandbox\/sign-in\?token=\S+)$/gm);
  return Object.fromEntries([...lines].map(([, label, url]) => [label, url]));
}

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
  // They work once, so each test needs its own.
  process.env.E2E_SIGN_IN_LINKS = await eventually(() => {
    const isComplete = application.output.includes("Press Ctrl-C");
    return isComplete ? JSON.stringify(signInLinks(application.output)) : undefined;
  }, "the start prints the sign-in links");
  return () => application.remove();
}
