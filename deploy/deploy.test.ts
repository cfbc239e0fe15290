/** What can be tested without Docker: the image and the compose file agree with each other and the code. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readEnv, SETTING_NAMES } from "#lib/env.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const compose = read("deploy/compose.yaml");
const image = read("Dockerfile");

/** The lines of one service. */
function service(name: string): string {
  const services = compose.slice(compose.indexOf("\nservices:"), compose.indexOf("\nvolumes:"));
  return new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, "m").exec(services)?.[1] ?? "";
}

const settingsOf = (text: string) =>
  [...text.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);

it("the service gets every setting except those that only a sandbox has", () => {
  const names = settingsOf(service("app")).map(([name]) => name);
  const sandboxOnly = [
    "DATA_DIR",
    "ALLOWED_HOSTS",
    "ALLOW_LOOPBACK_WEBHOOKS",
    "INNGEST_DEV",
    "SANDBOX_FOUNDATION",
  ];
  const expected = SETTING_NAMES.filter((name) => !sandboxOnly.includes(name));
  // The build arguments match the same pattern.
  const passed = names.filter((name) => !/^(NODE_IMAGE|NPM_REGISTRY)$/.test(name ?? ""));
  expect(passed.sort()).toEqual([...expected].sort());
});

it("the example has every setting that the compose file requires, and production starts with them", () => {
  const required = [...compose.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name);
  const example = read("deploy/production.env.example");
  const listed = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name]) => name);
  expect(listed).toEqual(expect.arrayContaining(required));
  const values: Record<string, string> = { PUBLIC_BASE_URL: "https://giving.example" };
  for (const [name = "", value = ""] of settingsOf(service("app"))) {
    const filled = value.replaceAll(/\$\{(\w+):\?\}/g, (_, key) => values[key] ?? "a".repeat(43));
    values[name] = filled.replaceAll(/\$\{\w+:-\}/g, "");
    if (name.endsWith("_KEY") && values[name]) values[name] = `${"a".repeat(43)}=`;
  }
  expect(readEnv(values)).toMatchObject({ environment: "production", embeddedExecutor: true });
});

it("requires no setting that only a profile uses, since compose reads the values of all services", () => {
  for (const name of ["redis", "inngest"]) {
    expect(service(name)).toContain("profiles: [inngest]");
    expect(service(name)).not.toContain(":?");
  }
  expect(service("app") + service("postgres")).not.toMatch(/\$\{(INNGEST|REDIS)\w*:\?/);
  expect(read("deploy/postgres/databases.sql")).not.toMatch(/inngest/i);
});

it("makes commits durable, and publishes only one local port", () => {
  for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
    expect(service("postgres")).toContain(`--${name}=on`);
  }
  expect(service("redis")).toMatch(/--appendonly, "yes", --appendfsync, always/);
  expect(service("inngest")).toMatch(/--queue-workers, "400"/);
  const published = [...compose.matchAll(/ports: \["(.*)"\]/g)].map(([, port]) => port);
  expect(published).toHaveLength(1);
  expect(published[0]).toMatch(/^127\.0\.0\.1:.*:3000$/);
  for (const network of ["database", "durable", "queue"]) {
    expect(compose).toContain(`${network}: { internal: true }`);
  }
});

it("contains no secret, pins third-party versions, and restarts what exits", () => {
  expect(compose).not.toMatch(/(PASSWORD|SECRET|_KEY): (?!\$\{)/);
  for (const name of ["postgres", "redis", "inngest"]) {
    expect(service(name)).toMatch(/image: \$\{[A-Z]+_IMAGE:-[\w/]+:v?\d+\.\d+/);
  }
  for (const name of ["app", "postgres", "redis", "inngest"]) {
    expect(service(name)).toContain("restart: unless-stopped");
  }
  expect(service("app")).toMatch(/read_only: true[\s\S]*cap_drop: \[ALL\]/);
});

it("the image runs the lock file's Node as an unprivileged user, and receives the stop signal", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  expect(image).toContain(`ARG NODE_IMAGE=node:${packages["node_modules/node"].version}-`);
  expect(compose).toContain(`node:${packages["node_modules/node"].version}-`);
  expect(image).toMatch(/^USER 1000:1000$/m);
  expect(image).toMatch(/^CMD \["node", "dist\/server.mjs"\]$/m);
  expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
  expect(image).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  expect(image.match(/curl|wget|apt-get|https?:\/\/(?!127\.0\.0\.1)/)).toBe(null);
});

it("is built only from the sources", () => {
  const ignore = read(".dockerignore").split("\n");
  expect(ignore.find((line) => line && !line.startsWith("#"))).toBe("*");
  const included = ignore.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  for (const name of included) expect(existsSync(path.join(root, name)), name).toBe(true);
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const sources = files.filter(({ name }) => /\.(ts|mjs|json)$/.test(name));
  expect(sources.length).toBeGreaterThan(5);
  for (const { name } of sources) {
    const isBuildInput = !/^(vitest|playwright|biome)|\.d\.ts$/.test(name);
    expect(included.includes(name), name).toBe(isBuildInput);
  }
});
