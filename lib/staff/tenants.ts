import type { ActorId } from "../auth/actors.ts";
import { nameOfTenant, type Tenant } from "../auth/tenants.ts";
import type { Connection } from "../database/run.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { env } from "../env.ts";

/** The name that people know a tenant by; null if it doesn't exist. */
export async function findTenantName(tenant: Tenant, on?: Connection): Promise<string | null> {
  if (tenant.kind === "operator") return env().brandName;
  const query =
    tenant.kind === "school"
      ? kysely.selectFrom("school").select("name").where("id", "=", tenant.schoolId)
      : kysely.selectFrom("bank").select("name").where("id", "=", tenant.bankId);
  return (await runForOne(query, on))?.name ?? null;
}

/** A tenant's columns. Its name is generated from them. */
export const columnsOf = (tenant: Tenant) => ({
  kind: tenant.kind,
  schoolId: tenant.kind === "school" ? tenant.schoolId : null,
  bankId: tenant.kind === "bank" ? tenant.bankId : null,
});

/** An actor whose entries are in a tenant's audit log. */
export const actorIn = (tenant: Tenant, actor: ActorId) => ({
  actor,
  tenant: nameOfTenant(tenant),
  ...(tenant.kind === "bank" && { bankId: tenant.bankId }),
});
