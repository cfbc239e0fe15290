/** A base backup and a WAL archive restore a lost database. The long tests include the service. */
import { rmSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { archiveAll, backUp, query, restore, startArchived } from "./restore.ts";

it("a restored database contains what was written after its backup, up to the requested point", async () => {
  const postgres = await startArchived();
  await query(postgres.url, "create table kept (n int)");
  const backup = await backUp(postgres.url, postgres.dataDir);
  await query(postgres.url, "insert into kept values (1)");
  await query(postgres.url, "select pg_create_restore_point('before the mistake')");
  await query(postgres.url, "insert into kept values (2)");
  await archiveAll(postgres.url);
  await postgres.close();
  onTestFinished(() => rmSync(postgres.dataDir, { recursive: true }));

  const restored = await restore(backup, postgres.archive, "before the mistake");
  onTestFinished(() => restored.close());
  expect(await query(restored.url, "select n from kept")).toEqual([{ n: 1 }]);
});
