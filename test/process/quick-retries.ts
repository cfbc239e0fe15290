/** The service for tests of retries, started by `quick-retries.test.ts`. */
import { Application } from "./application.ts";

/** Three attempts within a second; then an event is a dead letter, or a push is flagged. */
export const app = new Application({
  WEBHOOK_RETRY_SCHEDULE: "0s,100ms,200ms",
  PUSH_RETRY_SCHEDULE: "0s,100ms,200ms",
  // Fewer than the readers of `page-share.ts`.
  DATABASE_POOL_SIZE: "8",
});
