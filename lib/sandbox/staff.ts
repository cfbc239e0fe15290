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

/** The school that most of the sandbox's gifts go to. */
const SCHOOL = { kind: "school", schoolId: "ohio-state" } as const;
const BANK = { kind: "bank", bankId: DEMO_BANK_ID } as const;

export const SANDBOX_STAFF: readonly SandboxMember[] = [
  member("School processor", "processor@ohio-state.example", "processor", SCHOOL),
  member("School admin", "admin@ohio-state.example", "admin", SCHOOL),
  member("Bank developer", "developer@harbor.example", "developer", BANK),
  member("Bank clerk", "clerk@harbor.example", "support", BANK),
  member("Operator admin", "admin@operator.example", "admin", { kind: "operator" }),
];
