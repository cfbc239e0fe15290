/** The people who work for the sandbox's teams. They have neither passwords nor names: sign-in links stand for both factors. */
import type { Role, Tenant, TenantKind } from "../auth/tenants.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";

export type SandboxMember = { label: string; email: string; role: Role; team: Tenant };

const member = <Kind extends TenantKind>(
  label: string,
  email: string,
  role: Role<Kind>,
  team: Extract<Tenant, { kind: Kind }>,
): SandboxMember => ({ label, email, role, team });

/** The school whose foundation works in the sandbox. Other schools' platforms confirm gifts by themselves. */
export const DEMO_SCHOOL_ID = "ucla";

const SCHOOL = { kind: "school", schoolId: DEMO_SCHOOL_ID } as const;
const BANK = { kind: "bank", bankId: DEMO_BANK_ID } as const;

export const SANDBOX_STAFF: readonly SandboxMember[] = [
  member("School processor", "processor@ucla.example", "processor", SCHOOL),
  member("School admin", "admin@ucla.example", "admin", SCHOOL),
  member("Bank developer", "developer@harbor.example", "developer", BANK),
  member("Bank clerk", "clerk@harbor.example", "support", BANK),
  member("Bank controller", "controller@harbor.example", "finance", BANK),
  member("Operator admin", "admin@operator.example", "admin", { kind: "operator" }),
];
