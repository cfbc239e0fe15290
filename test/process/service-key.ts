import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { makeServiceKey } from "#lib/auth/service-keys.ts";
import type { Application } from "./application.ts";

/** A processor's service key of a school, for every network. */
export async function insertServiceKey(app: Application, schoolId = "ohio-state"): Promise<string> {
  const { secret, stored } = makeServiceKey();
  const client = new Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await client.connect();
  await client.query(
    `insert into service_key (id, school_id, name, secret_hash, hint, role, networks, created_by, expires_at)
     values ($1, $2, 'Test', $3, $4, 'processor', '{0.0.0.0/0,::/0}', 'test', now() + interval '1 day')`,
    [randomUUID(), schoolId, stored.secretHash, stored.hint],
  );
  await client.end();
  return secret;
}
