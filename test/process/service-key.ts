import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { makeServiceKey } from "#lib/auth/service-keys.ts";
import type { Application } from "./application.ts";

/** A processor's service key of one of the sandbox's schools, for every network. */
export async function insertServiceKey(app: Application): Promise<string> {
  const { secret, stored } = makeServiceKey();
  const client = new Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await client.connect();
  await client.query(
    `insert into service_key (id, school_id, name, secret_hash, hint, role, networks, created_by, expires_at)
     select $1, id, 'Test', $2, $3, 'processor', '{0.0.0.0/0,::/0}', 'test', now() + interval '1 day'
     from school limit 1`,
    [randomUUID(), stored.secretHash, stored.hint],
  );
  await client.end();
  return secret;
}
