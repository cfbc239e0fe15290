/** The service for all tests that need none of their own; `default-service.test.ts` starts it. */
import { Application } from "./application.ts";

export const app = new Application();
