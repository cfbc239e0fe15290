/** The import boundaries. Each message says what to do instead. */
import type { Import } from "./imports.ts";

type Rule = {
  appliesTo(file: string): boolean;
  forbids(found: Import): boolean;
  message: string;
};

/** The files directly in lib/. Everything else belongs in a folder. */
const LIB_ROOT = [
  "env",
  "errors",
  "money",
  "csv",
  "cursor",
  "log",
  "metrics",
  "redact",
  "singleton",
  "encryption",
  "contract",
  "text",
  "dates",
  "calendar",
  "fields",
  "version-shown",
  "batch",
  "fair-queue",
  "thread-pool",
  "memoized",
  "package-folder",
];

/** The folders of lib/: each may import those of earlier rows, but not others in its row. */
const LIB_FOLDERS = [
  ["database"],
  ["jobs"],
  ["pagination"],
  ["net", "storage", "ledger"],
  ["auth"],
  ["email"],
  ["banks", "schools", "ticketing", "webhooks"],
  ["cardholders"],
  ["accounts", "staff"],
  ["oauth"],
  ["donations"],
  ["giving", "cases"],
  ["receipts", "embed", "retention", "reconciliation", "donors"],
  ["batches"],
  ["books"],
  ["settlement", "reports", "comparisons"],
  ["corrections"],
  ["certification"],
  ["operations"],
  ["sandbox"],
];

const FORBIDDEN_NAMES = ["utils", "helpers", "services", "types"];

/** They know nothing of functions. */
const SHARED_WITH_LIB = ["insert-runs", "waker"].map(
  (name) => `packages/inngest-postgres/${name}.ts`,
);

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

/** The drawing code, and the worker thread that alone may load it. */
const DRAWING =
  /^lib\/receipts\/drawing\/(letter|letterhead|receipt-pdf|statement-pdf|account-pdf|board-pdf|paragraph|typefaces\/(fonts|shaped-font))\.ts$/;
const DRAWING_THREAD = "lib/receipts/drawing/worker.ts";

/** Where each kind of scope may be created: right after the caller's authorization is checked. */
const ALLOWED_MINTERS: Record<string, (path: string) => boolean> = {
  mintBankScope: inside("lib/auth"),
  mintSessionScope: inside("lib/auth"),
  mintServiceKeyScope: inside("lib/auth"),
  mintEmbedScope: inside("lib/embed"),
  systemScope: inside("inngest/functions", "admin", "prisma"),
  operatorScope: inside("admin"),
  actingFor: inside("inngest/functions", "admin", "prisma"),
  actingForTeam: inside("admin", "prisma"),
};

const mintsUnauthorizedScope = ({ from, to, names }: Import) =>
  to === "lib/auth/scopes.ts" && names.some((name) => ALLOWED_MINTERS[name]?.(from) === false);

export const RULES: Rule[] = [
  {
    appliesTo: () => true,
    forbids: mintsUnauthorizedScope,
    message:
      "Only the gate that checked the caller creates a scope, or functions, the operator command, and seeds: take it as a parameter.",
  },
  {
    appliesTo: inside("lib"),
    forbids: toFile(inside(...OUTER, "test", "e2e", "prisma")),
    message:
      "lib/ is the product itself and doesn't depend on its callers: move shared code into lib/, or pass it in.",
  },
  {
    appliesTo: (file) => !inside("lib")(file),
    forbids: toFile(inside("generated/prisma")),
    message: "Only lib/ knows Prisma: call a function in lib/<domain> instead.",
  },
  {
    appliesTo: (file) => !inside("lib/database")(file),
    forbids: toPackage(/^@prisma\//),
    message: "Only lib/database creates the Prisma client: use db() from lib/database/prisma.ts.",
  },
  {
    appliesTo: inside("inngest/functions"),
    forbids: (found) =>
      toPackage(/^(pg|@prisma\/.*)$/)(found) ||
      toFile((path) => inside("lib/database")(path) || !inside("lib", "inngest")(path))(found),
    message:
      "A step calls one function in lib/ and never touches the database itself: move the work into lib/<domain>.",
  },
  {
    appliesTo: inside("app/v1", "app/embed"),
    forbids: toPackage(/^next($|\/)/),
    message:
      "Handlers here are plain Request → Response, so the API server can call them: leave next/* to pages.",
  },
  {
    appliesTo: inside("packages/client"),
    forbids: toFile((path) => !inside("packages/client")(path)),
    message:
      "The client is standalone, since banks install it without the rest: take it from openapi.ts, or write it there.",
  },
  {
    appliesTo: (file) =>
      !inside("packages/client", "packages/demo-bank", "app/sandbox", "scripts")(file),
    forbids: toFile(inside("packages/client")),
    message: "The client is for banks and tests: the product calls lib/ directly.",
  },
  {
    appliesTo: inside("packages/demo-bank"),
    forbids: toFile((path) => !inside("packages/demo-bank", "packages/client")(path)),
    message:
      "The demo bank is a customer: it uses the client, and is told the rest by its configuration (app/sandbox/bank/harbor.ts).",
  },
  {
    appliesTo: (file) => !inside("packages/demo-bank", "app/sandbox")(file),
    forbids: toFile(inside("packages/demo-bank")),
    message: "Only the sandbox runs the demo bank.",
  },
  {
    appliesTo: inside("packages/inngest-postgres"),
    forbids: toFile((path) => !inside("packages/inngest-postgres")(path)),
    message:
      "The executor is a separate package and knows nothing about the product: pass in what it needs as an option.",
  },
  {
    appliesTo: (file) => !inside("packages/inngest-postgres", "inngest")(file),
    forbids: toFile(
      (path) => inside("packages/inngest-postgres")(path) && !SHARED_WITH_LIB.includes(path),
    ),
    message:
      "Only inngest/ creates an executor: enqueue a job, or start the engine in inngest/engine.ts.",
  },
  {
    appliesTo: inside("components"),
    forbids: (found) =>
      toFile(
        (path) =>
          !inside("components", "lib/schools/art")(path) &&
          !["lib/money.ts", "public/giving.js"].includes(path),
      )(found) && !(found.isTypeOnly && /^lib\/(.+\/)?contract\.ts$/.test(found.to)),
    message:
      "A component renders its props, and may import only types from lib/*/contract.ts (import type), lib/money.ts, public/giving.js, and lib/schools/art: let the page in app/ fetch the rest and pass it as props.",
  },
  {
    appliesTo: inside("app"),
    forbids: toFile(inside("admin", "server", "scripts", "installation", "test", "e2e")),
    message: "app/ answers requests and never imports what starts it: move shared code into lib/.",
  },
  {
    appliesTo: inside("admin"),
    forbids: toFile(inside("app", "components", "server", "inngest", "test", "e2e")),
    message: "The operator command is a thin shell over lib/: call a function in lib/<domain>.",
  },
  {
    appliesTo: (file) => !["inngest/serve.ts", "inngest/engine.ts"].includes(file),
    forbids: toFile((path) => path === "inngest/index.ts"),
    message:
      "Jobs are queued with enqueue() from lib/jobs: only code that serves or runs the functions imports their list.",
  },
  {
    appliesTo: (file) =>
      !inside("app", "server", "lib/http")(file) &&
      !["proxy.ts", "scripts/route-table.ts"].includes(file),
    forbids: toFile(inside("lib/http")),
    message: "Only app/, server/, and proxy.ts speak HTTP: throw a domain error; lib/http maps it.",
  },
  {
    appliesTo: inside("lib/http"),
    forbids: toFile(
      (path) =>
        ![undefined, "http", "auth", "storage", "database", "jobs"].includes(libFolderOf(path)),
    ),
    message: "lib/http depends on no domain: let the route pass in the contract and the function.",
  },
  {
    appliesTo: (file) => file !== DRAWING_THREAD && !DRAWING.test(file),
    forbids: (found) =>
      toPackage(/^pdfkit$/)(found) ||
      (!found.isTypeOnly && toFile((path) => path === DRAWING_THREAD || DRAWING.test(path))(found)),
    message:
      "Drawing would block every request: call lib/receipts/documents.ts, which draws in a worker thread.",
  },
  {
    appliesTo: (file) => !buildsSql(file),
    forbids: toPackage(/^kysely($|\/)/),
    message: "SQL belongs in files named sql.ts, one per domain: move the statement there.",
  },
  {
    appliesTo: inside("lib"),
    forbids: breaksLayering,
    message: `Domains depend on each other in one direction (${LIB_FOLDERS.map((row) => row.join(", ")).join(" ← ")}): call from the higher one into the lower, or move shared code down.`,
  },
];

/** Where Kysely builds statements: its own modules, pagination, and each domain's `sql.ts`. */
const buildsSql = (file: string) =>
  inside("lib/database", "lib/pagination")(file) || /^(lib\/.+|prisma)\/sql\.ts$/.test(file);

/** Where SQL may be plain text: in the database layer, the installer, and the executor. */
const writesSql = inside("lib/database", "installation", "packages/inngest-postgres");

export function checkText(file: string, text: string): string | undefined {
  if (writesSql(file) || !/\.query[<(]/.test(text)) return undefined;
  return "runs a raw query. Build the statement with Kysely, in a file named sql.ts (docs/decisions/0037).";
}

function breaksLayering({ from, to, isPackage }: Import): boolean {
  const [upper, lower] = [libFolderOf(from), isPackage ? undefined : libFolderOf(to)];
  if (!upper || !lower || upper === lower || upper === "http" || lower === "http") return false;
  return rankOf(upper) <= rankOf(lower);
}

export function checkName(file: string): string | undefined {
  const stems = file.split("/").map((part) => part.replace(/(\.(test|long|spec))*\.tsx?$/, ""));
  const vague = stems.find((stem) => FORBIDDEN_NAMES.includes(stem));
  if (vague) return `"${vague}" is too vague: name it after what it does.`;
  if (/^lib\/[^/]+$/.test(file) && !LIB_ROOT.includes(stems.at(-1) ?? "")) {
    return "The root of lib/ is a closed list (LIB_ROOT in scripts/boundary-rules.ts): put it in its domain's folder.";
  }
  const folder = libFolderOf(file);
  if (folder && folder !== "http" && rankOf(folder) === -1) {
    return `lib/${folder}/ isn't listed as a domain yet: add it to LIB_FOLDERS in scripts/boundary-rules.ts.`;
  }
  return undefined;
}
