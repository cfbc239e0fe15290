/** One start of the service for what would otherwise start one each. */
import { afterAll, beforeAll, describe } from "vitest";
import { app } from "./default-service.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

// First: Next.js begins to listen for upgrades at the first page that is asked for.
describe("offers of another protocol", async () => void (await import("./protocol-upgrade.ts")));
describe("the front door", async () => void (await import("./front-door.ts")));
describe("cached documents", async () => void (await import("./cached-documents.ts")));
describe("the portal's API", async () => void (await import("./portal.ts")));
// Last: hundreds of its deliveries are left.
describe("banks whose endpoints hang", async () => void (await import("./isolation.ts")));
