import { afterAll, beforeAll, describe } from "vitest";
import { app } from "./quick-retries.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

describe("webhooks and pushes", async () => void (await import("./webhook-operations.ts")));
