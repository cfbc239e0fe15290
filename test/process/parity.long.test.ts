import { afterAll, beforeAll, describe } from "vitest";
import { app } from "./default-service.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

describe("plain Next.js, at every route", async () => void (await import("./parity.ts")));
