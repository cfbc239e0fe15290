/** Shares one running service among suites that would otherwise start one each. */
import { afterAll, beforeAll, describe } from "vitest";
import { bindAddressTests } from "./bind-address.ts";
import { app } from "./default-service.ts";
import { oversizeBodyTests } from "./oversize-body.ts";
import { portalTests } from "./portal.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

// First: Next.js starts listening for upgrades at the first page request.
describe("protocol upgrades", async () => void (await import("./protocol-upgrade.ts")));
describe("unusual requests", async () => void (await import("./unusual-requests.ts")));
describe("cached documents", async () => void (await import("./cached-documents.ts")));
describe("the portal's API", () => portalTests(app));
describe("plain Next.js", async () => void (await import("./parity.ts")));
describe("bind addresses", () => bindAddressTests(app, { others: false, loopback: 201 }));
describe("bodies that are too large", () => oversizeBodyTests(app, false));
describe("an uncaught error", async () => void (await import("./uncaught.ts")));
// Leaves hundreds of pending deliveries.
describe("banks whose endpoints hang", async () => void (await import("./isolation.ts")));
// Last: it stops the service for good.
describe("a graceful shutdown", async () => void (await import("./readiness.ts")));
