/** The service for tests that kill it and start it again; `killed-service.test.ts` starts it. */
import { Application } from "./application.ts";

export const app = new Application();
