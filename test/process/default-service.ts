/** The service for all tests that need none of their own; `default-service.test.ts` starts it. */
import { Application } from "./application.ts";

/** With few connections, so that readers can be more. */
export const app = new Application({ DATABASE_POOL_SIZE: "8" });
