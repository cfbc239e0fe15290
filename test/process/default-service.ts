/** The service for all tests that need none of their own; `default-service.test.ts` starts it. */
import { Application } from "./application.ts";

/** Throws on a signal, as a listener with a mistake would. */
const FAILING = `process.on("SIGUSR2", () => { throw new Error("thrown inside a listener"); });`;

export const app = new Application({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}`,
});
