import type { z } from "zod";
import { audit } from "#lib/auth/audit.ts";
import { type SystemScope, systemScope } from "#lib/auth/scopes.ts";
import { ensureCardholder } from "#lib/cardholders/mutations.ts";
import { affected, run, runForOne } from "#lib/database/run.ts";
import { kysely } from "#lib/database/tables.ts";
import { advisoryLock, transaction } from "#lib/database/transaction.ts";
import { SANDBOX_STAFF } from "#lib/sandbox/staff.ts";
import { directoryFile, importSchools } from "#lib/schools/directory.ts";
import { ensureMembership } from "#lib/staff/memberships.ts";
import { actorIn } from "#lib/staff/tenants.ts";
import { encryptedConfig } from "#lib/ticketing/config.ts";
import data from "./data/schools.json" with { type: "json" };
import { ensureDemo } from "./demo.ts";

/** An advisory lock's key. Of two concurrent first starts on one database, only one may seed. */
export const SEED_LOCK = 7_031_990_002;

async function seedSchools({ schools }: z.infer<typeof directoryFile>): Promise<void> {
  await importSchools(systemScope("seed"), { schools });
  const configurations = schools.map(({ school_id: id }) =>
    encryptedConfig(id, "stub", { houseAccountId: `house-${id}` }),
  );
  await affected(kysely.insertInto("platformConfig").values(configurations));
}

/** Adds the people of the sandbox's teams who don't exist yet. One who was removed from their team stays removed. */
async function ensureStaff({ actor }: SystemScope): Promise<void> {
  const emails = SANDBOX_STAFF.map(({ email }) => email);
  const found = await run(
    kysely.selectFrom("cardholder").select("emailKey").where("emailKey", "in", emails),
  );
  const existing = new Set(found.map(({ emailKey }) => emailKey));
  await transaction(async (tx) => {
    for (const { email, role, team } of SANDBOX_STAFF) {
      if (existing.has(email)) continue;
      const cardholderId = await ensureCardholder(tx, email);
      const membershipId = await ensureMembership(tx, { cardholderId, role, team });
      await audit(tx, actorIn(team, actor), "team.join", membershipId, { email, role });
    }
  });
}

/**
 * Seeds a sandbox's empty database, and completes one whose seeding was interrupted.
 * @param dataDir where the demo's key and password are stored for the person who started it
 */
export async function seedSandbox(
  dataDir: string,
  progress: (line: string) => void,
): Promise<void> {
  await transaction(async (tx) => {
    await advisoryLock(tx, SEED_LOCK);
    // Checks for the last step, so that an interrupted seeding is completed.
    if (!(await runForOne(kysely.selectFrom("platformConfig").select("schoolId").limit(1)))) {
      const directory = directoryFile.parse(data);
      progress(`Seeding ${directory.schools.length} schools and the demo data…`);
      await seedSchools(directory);
    }
    await ensureDemo(dataDir);
    await ensureStaff(systemScope("seed"));
  });
}
