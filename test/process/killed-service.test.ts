import { afterAll, beforeAll, describe } from "vitest";
import {
  authorizationTests,
  closeAuthorizer,
  killDuringRequests,
  prepareAuthorizer,
} from "./authorizations.ts";
import { beginLinking, linkingTests } from "./consent.ts";
import { app } from "./killed-service.ts";

beforeAll(() => app.start());
afterAll(() => app.remove());

describe("donations", async () => void (await import("./main-job.ts")));

describe("a foundation that imports files", async () => void (await import("./batches.ts")));

describe("one kill", () => {
  beforeAll(async () => {
    await prepareAuthorizer();
    await beginLinking();
    await killDuringRequests();
  });
  afterAll(closeAuthorizer);

  // First: a code is valid for a minute.
  describe("linking with consent", linkingTests);
  describe("gifts that a bank authorizes", authorizationTests);
});

// Last: its migrations stay.
describe("a later release", async () => void (await import("./upgrade.ts")));
