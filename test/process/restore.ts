/**
 * A Postgres with a WAL archive, an online base backup, and a restore to a different folder,
 * using Postgres functions in place of `pg_basebackup`, which the embedded package lacks.
 */
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "#installation/embedded-postgres.ts";
import { eventually } from "./application.ts";

const PASSWORD = "restored";

export async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A folder that the database's user can access. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), name));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts a Postgres that archives every finished segment into a folder. */
export async function startArchived() {
  const dataDir = makeFolder("points-archived-");
  const archive = path.join(dataDir, "archive");
  mkdirSync(archive);
  const first = await openEmbeddedPostgres({ dataDir, password: PASSWORD });
  const { uid, gid } = statSync(path.join(dataDir, "postgres"));
  chownSync(archive, uid, gid);
  const command = `test ! -f "${archive}/%f" && cp "%p" "${archive}/%f.part" && mv "${archive}/%f.part" "${archive}/%f"`;
  await query(first.url, "alter system set archive_mode = on");
  await query(first.url, `alter system set archive_command = '${command}'`);
  await first.close();
  const postgres = await openEmbeddedPostgres({ dataDir, password: PASSWORD });
  return { ...postgres, dataDir, archive };
}

/** Copies the files; one that disappears in the meantime is restored from the WAL. */
function copyLive(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (/^(postmaster\.(pid|opts)|server\.log)$/.test(entry.name)) continue;
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    try {
      if (!entry.isDirectory()) copyFileSync(source, copy);
      else if (entry.name === "pg_wal")
        mkdirSync(path.join(copy, "archive_status"), { recursive: true });
      else copyLive(source, copy);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** An online base backup. @returns its folder */
export async function backUp(url: string, dataDir: string): Promise<string> {
  const folder = makeFolder("points-backup-");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('base', true)");
  copyLive(path.join(dataDir, "postgres"), folder);
  const { rows } = await client.query("select labelfile from pg_backup_stop(true)");
  writeFileSync(path.join(folder, "backup_label"), rows[0].labelfile);
  await client.end();
  return folder;
}

/** Switches to a new WAL segment and waits until the old one is archived. */
export async function archiveAll(url: string): Promise<void> {
  const [{ name }] = await query(url, "select pg_walfile_name(pg_switch_wal()) as name");
  await eventually(async () => {
    const [{ last }] = await query(url, "select last_archived_wal as last from pg_stat_archiver");
    return last >= name ? true : undefined;
  }, `${name} is archived`);
}

/** Restores a backup into another folder, up to the named point or the end of the archive, and starts it. */
export async function restore(
  backup: string,
  archive: string,
  point?: string,
): Promise<EmbeddedPostgres> {
  const dataDir = makeFolder("points-restored-");
  const folder = path.join(dataDir, "postgres");
  cpSync(backup, folder, { recursive: true });
  chmodSync(folder, 0o700);
  writeFileSync(path.join(folder, "recovery.signal"), "");
  const target = point
    ? `recovery_target_name = '${point}'\nrecovery_target_action = promote\n`
    : "";
  appendFileSync(
    path.join(folder, "postgresql.auto.conf"),
    `\nrestore_command = 'cp "${archive}/%f" "%p"'\narchive_mode = off\n${target}`,
  );
  const postgres = await openEmbeddedPostgres({ dataDir, password: PASSWORD });
  await eventually(async () => {
    const [{ recovering }] = await query(postgres.url, "select pg_is_in_recovery() as recovering");
    return recovering ? undefined : true;
  }, "the restored database is writable");
  return postgres;
}
