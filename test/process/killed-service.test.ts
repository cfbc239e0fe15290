import { afterAll, beforeAll, describe } from "vitest";
import { app } from "./killed-service.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

describe("donations", async () => void (await import("./main-job.ts")));
describe("gifts that a bank authorizes", async () => void (await import("./authorizations.ts")));
describe("linking with consent", async () => void (await import("./consent.ts")));
