import { afterAll, beforeAll, describe } from "vitest";
import { app } from "./quick-retries.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

describe("the pages' share of connections", async () => void (await import("./page-share.ts")));
describe("webhooks and pushes", async () => void (await import("./webhook-operations.ts")));
describe("the log", async () => void (await import("./tracing.ts")));
// Last: it deletes all data.
describe("a reset", async () => void (await import("./reset.ts")));
