/** The shared service of tests that don't need a separate one, started by `default-service.test.ts`. */
import { Application } from "./application.ts";

/** Throws on a signal, like a buggy listener. */
const FAILING = `process.on("SIGUSR2", () => { throw new Error("thrown inside a listener"); });`;

export const app = new Application({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}`,
});
