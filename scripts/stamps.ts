/** Remembers the sources that an output was built from, so that it is rebuilt only if they change. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The relevant sources: folders and files, relative to the project. */
export type Sources = readonly string[];

const NOT_SHIPPED = /\.test\.tsx?$/;
/** A workspace may have these beside its sources. */
const NOT_SOURCES = new Set(["node_modules", "dist"]);
// The lock file has every tool's version; the other files are their configuration.
const ROOT_FILE = /^(?!vitest|playwright|.*\.d\.ts$).+\.(ts|mjs|json)$/;

/** sha256 of the names and contents of the sources and the root's own files, without tests. */
export function fingerprint(root: string, sources: Sources): string {
  const hash = createHash("sha256");
  const rootFiles = readdirSync(root).filter((name) => ROOT_FILE.test(name));
  for (const file of [...rootFiles.sort(), ...sources.flatMap((path) => filesOf(root, path))]) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesOf(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const inner = `${path}/${entry.name}`;
        if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : filesOf(root, inner);
        return NOT_SHIPPED.test(inner) ? [] : [inner];
      });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return [path];
    if (code === "ENOENT") return [];
    throw error;
  }
}

/** The stored fingerprints, one small file each. */
export function stampsIn(folder: string) {
  const fileOf = (name: string) => join(folder, `.${name}.stamp`);
  return {
    isCurrent(name: string, print: string, results: string[]): boolean {
      const file = fileOf(name);
      if (!results.every(existsSync)) return false;
      return existsSync(file) && readFileSync(file, "utf8") === print;
    },
    /** Before the build starts, so that an unfinished output is not mistaken for a complete one. */
    forget(name: string): void {
      rmSync(fileOf(name), { force: true });
    },
    remember(name: string, print: string): void {
      const file = fileOf(name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, print);
      renameSync(`${file}.new`, file);
    },
  };
}
