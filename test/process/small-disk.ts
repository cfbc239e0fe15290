/** A file system that fills up: a small tmpfs, mounted for one test. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type SmallDisk = {
  /** The mount point, accessible to all users, since the database runs as another user. */
  folder: string;
  /** Fills the remaining space. */
  fill(): void;
  /** Frees that space. */
  free(): void;
  freeBytes(): number;
  unmount(): void;
};

const CHUNK = Buffer.alloc(64 * 1024);

/** Mounts one, or returns the reason why it isn't possible. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== "linux") return `tmpfs can be mounted only on Linux`;
  if (process.getuid?.() !== 0) return "only root can mount a file system";
  const folder = mkdtempSync(path.join(tmpdir(), "points-disk-"));
  try {
    const options = `size=${megabytes}m,mode=711`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "points-small-disk", folder], {
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `mounting isn't allowed here (${(error as Error).message.trim().split("\n").at(-1)})`;
  }
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      // Smaller and smaller chunks, until not a byte fits.
      for (let size = CHUNK.length; size >= 1; ) {
        try {
          writeSync(file, CHUNK, 0, size);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          size = Math.floor(size / 2);
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    unmount() {
      // Lazy unmount: the memory is freed with the last process that uses it.
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
