import { describe, expect, it } from "vitest";
import { type Action, decide, PERMISSIONS } from "./permissions.ts";
import type { StaffScope } from "./scopes.ts";
import { ROLES } from "./tenants.ts";

const member = (kind: string, role: string, isVerified = true) =>
  ({ kind, role, isVerified }) as StaffScope;

const [EVERYONE, PROCESSORS] = [
  [...new Set(Object.values(ROLES).flat())] as string[],
  ["processor"],
];

/** Who may do what besides admins, who may do everything. */
const OPEN_TO: Record<string, string[]> = {
  "home.read": EVERYONE,
  "gifts.read": EVERYONE,
  "batches.read": EVERYONE,
  "batches.close": PROCESSORS,
  "gifts.confirm": PROCESSORS,
};

describe("a decision", () => {
  it("lets only admins at the team, the log, and service keys, and only processors at decisions", () => {
    for (const [kind, actions] of Object.entries(PERMISSIONS)) {
      for (const action of Object.keys(actions)) {
        for (const role of ROLES[kind as keyof typeof ROLES]) {
          const isAllowed = OPEN_TO[action]?.includes(role) || role === "admin";
          expect(decide(member(kind, role), action as Action), `${kind} ${role} ${action}`).toBe(
            isAllowed ? "allowed" : "forbidden",
          );
        }
      }
    }
  });

  it("asks for a second factor before sensitive actions, but only those who may do them", () => {
    expect(decide(member("bank", "admin", false), "team.change")).toBe("verify");
    expect(decide(member("bank", "admin", false), "team.read")).toBe("allowed");
    expect(decide(member("bank", "developer", false), "team.change")).toBe("forbidden");
    expect(decide(member("school", "admin", false), "service-keys.change" as Action)).toBe(
      "verify",
    );
  });

  it("forbids sensitive actions to programs, which can't prove a second factor", () => {
    const program = { ...member("school", "admin", false), serviceKeyId: "x" };
    expect(decide(program as never, "service-keys.change" as never)).toBe("forbidden");
    expect(decide(program as never, "home.read" as never)).toBe("allowed");
  });

  it("forbids what isn't in the table, and another kind's actions", () => {
    for (const action of ["service-keys.change", "toString", "team"]) {
      expect(decide(member("operator", "admin"), action as Action)).toBe("forbidden");
    }
  });
});
