/** The import boundaries. Each message says what to do instead. */
import type { Import } from "./imports.ts";

type Rule = {
  /** Whether the rule applies to this file. */
  about(file: string): boolean;
  /** Whether this import violates the rule. */
  forbids(found: Import): boolean;
  lesson: string;
};

/** The files directly in lib/. Everything else belongs in a folder. */
const LIB_ROOT = [
  "env",
  "errors",
  "money",
  "cursor",
  "log",
  "metrics",
  "redact",
  "singleton",
  "encryption",
  "contract",
  "text",
  "fields",
  "batch",
  "fair-queue",
  "thread-pool",
];

/** The folders of lib/: each may import those of earlier rows, but not others in its row. */
const LIB_FOLDERS = [
  ["database"],
  ["jobs"],
  ["pagination"],
  ["net"],
  ["auth"],
  ["email"],
  ["banks", "schools", "ticketing", "webhooks"],
  ["cardholders"],
  ["accounts"],
  ["oauth"],
  ["donations"],
  ["giving"],
  ["receipts", "embed", "retention", "reconciliation", "operations"],
  ["settlement"],
  ["sandbox"],
];

const FORBIDDEN_NAMES = ["utils", "helpers", "services", "types"];

/** Anything may use it: it knows neither runs nor functions. */
const WAKER = "packages/inngest-postgres/waker.ts";

const OUTER = ["app", "components", "inngest", "admin", "server", "scripts", "installation"];

const inside =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`));

const toFile = (test: (path: string) => boolean) => (found: Import) =>
  !found.isPackage && test(found.to);

const toPackage = (pattern: RegExp) => (found: Import) => found.isPackage && pattern.test(found.to);

const libFolderOf = (path: string) => /^lib\/([^/]+)\//.exec(path)?.[1];
const rankOf = (folder: string) => LIB_FOLDERS.findIndex((row) => row.includes(folder));

/** The drawing code, and the thread that is the only one to load it. */
const DRAWS =
  /^lib\/receipts\/drawing\/(letter|receipt-pdf|statement-pdf|paragraph|typefaces\/(fonts|shaped-font))\.ts$/;
const DRAWING_THREAD = "lib/receipts/drawing/worker.ts";

/** Where each kind of scope is created: only where the caller's authorization was just checked. */
const MAY_MINT: Record<string, (path: string) => boolean> = {
  mintBankScope: inside("lib/auth"),
  mintCardholderScope: inside("lib/auth"),
  mintEmbedScope: inside("lib/embed"),
  systemScope: inside("inngest/functions", "admin", "prisma"),
  actingFor: inside("admin", "prisma"),
};

const mintsWithoutRight = ({ from, to, names }: Import) =>
  to === "lib/auth/scopes.ts" && names.some((name) => MAY_MINT[name]?.(from) === false);

export const RULES: Rule[] = [
  {
    about: () => true,
    forbids: mintsWithoutRight,
    lesson:
      "A scope is made by the gate that has checked the caller, or by functions, the operator command and seeds: take it as a parameter.",
  },
  {
    about: inside("lib"),
    forbids: toFile(inside(...OUTER, "test", "e2e", "prisma")),
    lesson:
      "lib/ is the product itself and knows nobody who calls it: move what is shared into lib/, or pass it in.",
  },
  {
    about: (file) => !inside("lib")(file),
    forbids: toFile(inside("generated/prisma")),
    lesson: "Only lib/ knows Prisma: call a function of lib/<domain> instead.",
  },
  {
    about: (file) => !inside("lib/database")(file),
    forbids: toPackage(/^@prisma\//),
    lesson: "Only lib/database makes the Prisma client: use db() of lib/database/prisma.ts.",
  },
  {
    about: inside("inngest/functions"),
    forbids: (found) =>
      toPackage(/^(pg|@prisma\/.*)$/)(found) ||
      toFile((path) => inside("lib/database")(path) || !inside("lib", "inngest")(path))(found),
    lesson:
      "A step calls one function of lib/ and touches no database itself: put the work into lib/<domain>.",
  },
  {
    about: inside("app/v1", "app/embed"),
    forbids: toPackage(/^next($|\/)/),
    lesson:
      "Handlers here are plain Request → Response, so that the API server can call them: leave next/* to pages.",
  },
  {
    about: inside("packages/client"),
    forbids: toFile((path) => !inside("packages/client")(path)),
    lesson:
      "The client stands alone, since banks install it without the rest: take it from openapi.ts, or write it there.",
  },
  {
    about: (file) => !inside("packages/client", "scripts")(file),
    forbids: toFile(inside("packages/client")),
    lesson: "The client is for banks, and for tests: the product calls lib/ itself.",
  },
  {
    about: inside("packages/inngest-postgres"),
    forbids: toFile((path) => !inside("packages/inngest-postgres")(path)),
    lesson:
      "The executor is a package of its own and knows nothing of the product: pass in what it needs as an option.",
  },
  {
    about: (file) => !inside("packages/inngest-postgres", "inngest")(file),
    forbids: toFile((path) => inside("packages/inngest-postgres")(path) && path !== WAKER),
    lesson:
      "Only inngest/ makes an executor: enqueue a job, or start the engine in inngest/engine.ts.",
  },
  {
    about: inside("components"),
    forbids: (found) =>
      toFile((path) => !inside("components", "lib/schools/art")(path) && path !== "lib/money.ts")(
        found,
      ) && !(found.isTypeOnly && /^lib\/(.+\/)?contract\.ts$/.test(found.to)),
    lesson:
      "A component shows what it is given, and knows types of lib/*/contract.ts (import type), lib/money.ts, and lib/schools/art only: let the page in app/ fetch the rest and pass it as props.",
  },
  {
    about: inside("app"),
    forbids: toFile(inside("admin", "server", "scripts", "installation", "test", "e2e")),
    lesson:
      "app/ answers requests and is started by others: what it needs of them belongs into lib/.",
  },
  {
    about: inside("admin"),
    forbids: toFile(inside("app", "components", "server", "inngest", "test", "e2e")),
    lesson: "The operator command is a thin shell over lib/: call a function of lib/<domain>.",
  },
  {
    about: (file) => !["inngest/serve.ts", "inngest/engine.ts"].includes(file),
    forbids: toFile((path) => path === "inngest/index.ts"),
    lesson:
      "Jobs are asked for by enqueue() of lib/jobs: only who serves or runs the functions imports their list.",
  },
  {
    about: (file) => !inside("app", "server", "lib/http")(file) && file !== "proxy.ts",
    forbids: toFile(inside("lib/http")),
    lesson:
      "Only app/, server/, and proxy.ts speak HTTP: throw a domain error, lib/http maps it once.",
  },
  {
    about: inside("lib/http"),
    forbids: toFile(
      (path) => ![undefined, "http", "auth", "database", "jobs"].includes(libFolderOf(path)),
    ),
    lesson: "lib/http knows no domain: the route passes the contract and the function in.",
  },
  {
    about: (file) => file !== DRAWING_THREAD && !DRAWS.test(file),
    forbids: (found) =>
      toPackage(/^pdfkit$/)(found) ||
      (!found.isTypeOnly && toFile((path) => path === DRAWING_THREAD || DRAWS.test(path))(found)),
    lesson:
      "Drawing would hold up every request: ask lib/receipts/documents.ts, which draws in a thread.",
  },
  {
    about: (file) => !buildsSql(file),
    forbids: toPackage(/^kysely($|\/)/),
    lesson: "SQL stands in files named sql.ts, one for each domain: put the statement there.",
  },
  {
    about: inside("lib"),
    forbids: breaksOrder,
    lesson: `The domains know one another one way (${LIB_FOLDERS.map((row) => row.join(", ")).join(" ← ")}): let the upper one call the lower, or move what both need down.`,
  },
];

/** Where Kysely builds statements: its own modules, pagination, and each domain's `sql.ts`. */
const buildsSql = (file: string) =>
  inside("lib/database", "lib/pagination")(file) || /^(lib\/.+|prisma)\/sql\.ts$/.test(file);

/** Where SQL may be text: below the product, and inside the executor. */
const writesSql = inside("lib/database", "installation", "packages/inngest-postgres");

/** The violation in a file's text, if any. */
export function judgeText(file: string, text: string): string | undefined {
  if (writesSql(file) || !/\.query[<(]/.test(text)) return undefined;
  return "runs a raw query. Build the statement with Kysely, in a file named sql.ts (docs/decisions/0037).";
}

function breaksOrder({ from, to, isPackage }: Import): boolean {
  const [upper, lower] = [libFolderOf(from), isPackage ? undefined : libFolderOf(to)];
  if (!upper || !lower || upper === lower || upper === "http" || lower === "http") return false;
  return rankOf(upper) <= rankOf(lower);
}

/** The violation in a file's name or folder, if any. */
export function judgeName(file: string): string | undefined {
  const stems = file.split("/").map((part) => part.replace(/(\.(test|long|spec))*\.tsx?$/, ""));
  const vague = stems.find((stem) => FORBIDDEN_NAMES.includes(stem));
  if (vague) return `"${vague}" says nothing: name it after what it does.`;
  if (/^lib\/[^/]+$/.test(file) && !LIB_ROOT.includes(stems.at(-1) ?? "")) {
    return "The root of lib/ is a closed list (LIB_ROOT in scripts/boundary-rules.ts): put it into a folder of its domain.";
  }
  const folder = libFolderOf(file);
  if (folder && folder !== "http" && rankOf(folder) === -1) {
    return `lib/${folder}/ has no place among the domains yet: add it to LIB_FOLDERS in scripts/boundary-rules.ts.`;
  }
  return undefined;
}
