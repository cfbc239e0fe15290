import { describe, expect, it } from "vitest";
import { type Action, decide } from "./permissions.ts";
import type { StaffScope } from "./scopes.ts";

const member = (kind: string, role: string) => ({ kind, role, isVerified: true }) as StaffScope;

describe("a decision", () => {
  it("forbids sensitive actions to programs, which can't prove a second factor", () => {
    const program = { ...member("school", "admin"), isVerified: false, serviceKeyId: "x" };
    expect(decide(program as never, "service-keys.change" as never)).toBe("forbidden");
    expect(decide(program as never, "home.read" as never)).toBe("allowed");
  });

  it("forbids what isn't in the table, and another kind's actions", () => {
    for (const action of ["service-keys.change", "toString", "team"]) {
      expect(decide(member("operator", "admin"), action as Action)).toBe("forbidden");
    }
  });
});
