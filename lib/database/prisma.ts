/** Prisma Client: everyday reads and writes of one row or a short list. */
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../../generated/prisma/client.ts";
import { perProcess } from "../singleton.ts";
import { pool } from "./pool.ts";

/** The Prisma client, on the process's pool. */
export const db = perProcess(
  "prisma",
  () =>
    new PrismaClient({
      adapter: new PrismaPg(pool()),
      // Longer messages quote the query, which would put email addresses into the log.
      errorFormat: "minimal",
    }),
);

export async function closeDatabase(): Promise<void> {
  await db.reset()?.$disconnect();
  await pool.reset()?.end();
}
