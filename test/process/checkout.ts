/** A copy of the sources without any build output, as after `git clone` and `npm ci`. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Application } from "./application.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Packages (copied separately), build output, and a developer's own files. */
const NOT_SOURCES =
  /^(node_modules|\.git|\.next|\.data|\.env|\.env\.local|dist|generated|next-env\.d\.ts|test-results)$/;

const copy = (folder: string, names: string[]) => {
  for (const name of names) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
};

function copySources(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "points-checkout-"));
  // The database's user runs programs from this folder.
  chmodSync(folder, 0o755);
  copy(
    folder,
    readdirSync(root).filter((name) => !NOT_SOURCES.test(name)),
  );
  return folder;
}

/** The copy after `npm run build`, without the pages: too little for Next.js to compile any. @returns its folder */
export function makeBuiltCheckout(): string {
  const folder = copySources();
  const programs = globSync("dist/{.*.stamp,*.mjs}", { cwd: root });
  copy(folder, ["generated", ...programs]);
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

/** Makes the copy, which is deleted with the run's temporary files. @returns its folder */
export function makeCheckout(): string {
  const folder = copySources();
  const copyPackages = (flags: string) =>
    execFileSync("cp", [flags, path.join(root, "node_modules"), folder], { stdio: "ignore" });
  try {
    copyPackages("-RPl");
  } catch {
    // Hard links work within one file system only.
    copyPackages("-RPp");
  }
  return folder;
}

/** The application, started by an npm script of the copy. */
export class CheckedOut extends Application {
  private readonly folder: string;
  private readonly script: string;

  constructor(
    folder: string,
    script: "start" | "dev",
    settings: Record<string, string> = {},
    dataDir?: string,
  ) {
    super(settings, dataDir);
    this.folder = folder;
    this.script = script;
  }

  protected override program(name: "start" | "admin") {
    const script = name === "start" ? this.script : name;
    return { file: process.execPath, args: ["scripts/run.mjs", script], cwd: this.folder };
  }

  /** The copy runs none of the tests' code. */
  override command(...words: string[]) {
    return this.operate(...words);
  }
}
