import { describe, expect, it } from "vitest";
import { type Action, decide } from "./permissions.ts";
import type { StaffScope } from "./scopes.ts";

const member = (kind: string, role: string) => ({ kind, role, isVerified: true }) as StaffScope;

describe("a decision", () => {
  it("forbids what isn't in the table, and another kind's actions", () => {
    for (const action of ["service-keys.change", "toString", "team"]) {
      expect(decide(member("operator", "admin"), action as Action)).toBe("forbidden");
    }
  });
});
