/** A private database in place of the worker's, for tests that examine all of its rows. */
import { afterAll, beforeAll } from "vitest";
import { closeDatabase } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { createDatabase, type TestDatabase } from "./database.ts";

async function connectTo(url: string | undefined): Promise<void> {
  await closeDatabase();
  process.env.DATABASE_URL = url;
  rereadEnv();
}

/** Active from the first test of the file to the last. Call it before other hooks that need the database. */
export function takePrivateDatabase(): void {
  const workers = process.env.DATABASE_URL;
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createDatabase();
    await connectTo(own.url);
  });
  afterAll(async () => {
    await connectTo(workers);
    await own.drop();
  });
}
