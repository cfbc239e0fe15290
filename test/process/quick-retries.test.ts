import { afterAll, beforeAll, describe } from "vitest";
import { app } from "./quick-retries.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

describe("webhooks and pushes", async () => void (await import("./webhook-operations.ts")));
// Last: it connects a school to a platform that ends with it.
describe("the log", async () => void (await import("./tracing.ts")));
