/** A process of this release and one of a later release on one database; under load in the long tests. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolations } from "../../scripts/migration-rules.ts";
import type { Application } from "./application.ts";
import { app as old } from "./killed-service.ts";
import {
  LATER_MIGRATIONS,
  LaterApplication,
  type LaterRelease,
  makeLaterRelease,
} from "./later-release.ts";

let release: LaterRelease;
let next: Application;

beforeAll(() => {
  release = makeLaterRelease();
  next = new LaterApplication(release, {}, old.dataDir);
});

afterAll(async () => {
  await next?.stop();
  release?.remove();
});

const donate = (app: Application, reference: string) =>
  app.api("POST", "/v1/donations/request", {
    bank_transaction_ref: reference,
    dollar_amount: 25,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  });

it("the later release's migrations follow the rules", () => {
  expect(Object.values(LATER_MIGRATIONS).flatMap(findViolations)).toEqual([]);
});

it("after a later release has migrated, both it and the old process serve", async () => {
  expect((await donate(old, "before")).status).toBe(202);
  await next.start();
  for (const name of Object.keys(LATER_MIGRATIONS)) {
    expect(next.output).toContain(`Applied migration ${name}`);
  }
  for (const [name, app] of Object.entries({ old, next })) {
    expect((await donate(app, name)).status).toBe(202);
    for (const list of ["schools", "donations", "events", "webhook-endpoints", "accounts/linked"]) {
      expect((await app.api("GET", `/v1/${list}?limit=5`)).status, `${list} of ${name}`).toBe(200);
    }
    expect(app.output).not.toContain("cached plan");
  }
});
