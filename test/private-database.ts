/** A private database instead of the worker's, for tests that examine all rows. */
import { afterAll, beforeAll } from "vitest";
import { closeDatabase } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { createDatabase, type TestDatabase } from "./database.ts";

async function connectTo(url: string | undefined): Promise<void> {
  await closeDatabase();
  process.env.DATABASE_URL = url;
  rereadEnv();
}

/** Active during the whole test file. Call it before other hooks that need the database. */
export function isolateDatabase(): void {
  const workerUrl = process.env.DATABASE_URL;
  let privateDatabase: TestDatabase;
  beforeAll(async () => {
    privateDatabase = await createDatabase();
    await connectTo(privateDatabase.url);
  });
  afterAll(async () => {
    await connectTo(workerUrl);
    await privateDatabase.drop();
  });
}
