/**
 * The product as deployed: packed as for the image, in production, on a separately owned
 * database, as a user without write access. Only Docker itself isn't covered.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, linkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pack } from "../../scripts/pack.ts";
import { onServer, SERVER_URL, urlOf } from "../database.ts";
import { Application } from "./application.ts";

/** The user "nobody" if we are root; otherwise our own. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const secret = () => randomBytes(32).toString("base64");

/** The packed files, read-only like an image, with their Node. */
export async function packImage() {
  const folder = mkdtempSync(path.join(tmpdir(), "points-image-"));
  chmodSync(folder, 0o755);
  const app = path.join(folder, "app");
  await pack(app);
  const node = path.join(folder, "node");
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
  const allow = (mode: string) => execFileSync("chmod", ["-R", mode, app]);
  allow("a+rX,a-w");
  return {
    app,
    node,
    remove() {
      allow("u+w");
      rmSync(folder, { recursive: true });
    },
  };
}

/** An empty database whose owner isn't a superuser, as created by `deploy/postgres/databases.sql`. */
export async function makeOwnedDatabase() {
  const server = process.env[SERVER_URL] as string;
  const name = `points_deployed_${randomBytes(4).toString("hex")}`;
  await onServer(server, `create role ${name} login password 'owner'`);
  await onServer(server, `create database ${name} owner ${name}`);
  const url = new URL(urlOf(server, name));
  url.username = name;
  url.password = "owner";
  return {
    url: url.href,
    async drop() {
      await onServer(server, `drop database ${name} with (force)`);
      await onServer(server, `drop role ${name}`);
    },
  };
}

/** The production settings other than the database. */
export const productionSettings = () => ({
  NODE_ENV: "production",
  SERVICE_ENVIRONMENT: "production",
  PUBLIC_BASE_URL: "https://giving.example",
  AUTH_SECRET: secret(),
  PLATFORM_CONFIG_KEY: secret(),
  WEBHOOK_SECRETS_KEY: secret(),
  IDENTITY_SECRETS_KEY: secret(),
  HOME: "/nonexistent",
  TMPDIR: "/nonexistent",
  DATA_DIR: "/nonexistent",
});

/** A process from the packed files, as another user. */
export class Deployed extends Application {
  private readonly image: { app: string; node: string };

  constructor(image: { app: string; node: string }, settings: Record<string, string>) {
    super({ ...productionSettings(), ...settings });
    this.image = image;
  }

  protected override program(name: "start" | "admin") {
    const bundle = name === "start" ? "dist/server.mjs" : "dist/admin.mjs";
    return { file: this.image.node, args: [bundle], cwd: this.image.app, ...OTHER_USER };
  }

  /** The image runs none of the tests' code. */
  override command(...words: string[]) {
    return this.operate(...words);
  }
}
