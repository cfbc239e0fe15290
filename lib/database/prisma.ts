/** Prisma Client: everyday reads and writes of one row or a short list. */
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../../generated/prisma/client.ts";
import { closePool, pool } from "./pool.ts";

const held = globalThis as { pointsPrisma?: PrismaClient };

/** The Prisma client, on the process's pool. */
export function db(): PrismaClient {
  held.pointsPrisma ??= new PrismaClient({
    adapter: new PrismaPg(pool()),
    // Longer messages quote the query: people's addresses would end up in the log.
    errorFormat: "minimal",
  });
  return held.pointsPrisma;
}

/** Closes every database connection of this process. */
export async function closeDatabase(): Promise<void> {
  await held.pointsPrisma?.$disconnect();
  held.pointsPrisma = undefined;
  await closePool();
}
