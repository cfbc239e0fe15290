/**
 * The response time of every API operation and every main page on a small, a medium, and a large database:
 * median milliseconds over HTTP, one request at a time, alternating between the three.
 *
 *   npm run bench:endpoints
 *
 * The largest contains 1,000,000 donations and 200,000 accounts of one bank, the others a tenth and a hundredth of
 * that. Optional: BENCH_DONATIONS (1000000) and BENCH_ROUNDS (20). Exits with 1 if an operation or a route isn't
 * measured: add new ones to bank-requests.ts or portal-requests.ts. The engine is off, so nothing else runs.
 */
import { contracts } from "#app/openapi.json/contracts.ts";
import type { Contract } from "#lib/contract.ts";
import { manifest } from "../generated/manifest.ts";
import { BANK_REQUESTS, FILTERS, type MakeRequest } from "./bank-requests.ts";
import { issueReceipt } from "./fill.ts";
import { METRICS_TOKEN, openBench, withDatabase } from "./installation.ts";
import {
  NOT_MEASURED,
  OPEN_PAGES,
  OWN_PAGES,
  type PageOf,
  PORTAL_REQUESTS,
  SLOW,
} from "./portal-requests.ts";
import { openSite, type Person, type Site, send } from "./site.ts";
import { format, median, run, say, setting, table } from "./statistics.ts";

const donations = setting("BENCH_DONATIONS", 1_000_000);
const rounds = setting("BENCH_ROUNDS", 20);
const SIZES = [donations / 100, donations / 10, donations];
const WARM_UP = 3;

type Who = "typical" | "largest";
/** Sends one request and returns the response time in milliseconds. */
type Timing = (site: Site) => Promise<number>;
type Row = { name: string; medians: number[] };

function headersFor(contract: Contract, site: Site, person: Person): Record<string, string> {
  if (contract.auth === "key") return { "x-service-api-key": site.apiKey };
  return contract.auth === "token" ? { authorization: `Bearer ${person.accessToken}` } : {};
}

async function time(
  site: Site,
  [method, path]: [string, string],
  headers: Record<string, string>,
  body?: string,
) {
  const startedAt = performance.now();
  const { status, text } = await send(site, method, path, headers, body);
  const ms = performance.now() - startedAt;
  if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`);
  return { ms, text };
}

function operation(contract: Contract, build: MakeRequest, who: Who): Timing {
  return async (site) => {
    const person = site[who];
    const { params = {}, query, body, headers, onResponse } = await build(site, person);
    const path = contract.path.replace(/\{(\w+)\}/g, (_, name) => params[name] as string);
    const pathWithQuery = query ? `${path}?${new URLSearchParams(query)}` : path;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const entries = { ...headersFor(contract, site, person), ...headers };
    if (payload !== undefined) entries["content-type"] = "application/json";
    const { ms, text } = await time(site, [contract.method, pathWithQuery], entries, payload);
    onResponse?.(JSON.parse(text).data);
    return ms;
  };
}

function page(pathFor: PageOf, who: Who, signedIn: boolean): Timing {
  return async (site) => {
    const person = site[who];
    const path = await pathFor(site, person);
    const headers: Record<string, string> = signedIn ? { cookie: person.cookie } : {};
    if (path === "/metrics") headers.authorization = `Bearer ${METRICS_TOKEN}`;
    return (await time(site, ["GET", path], headers)).ms;
  };
}

async function compare(sites: Site[], name: string, timing: Timing): Promise<Row> {
  const times: number[][] = sites.map(() => []);
  const slow = SLOW.some((id) => name.startsWith(id));
  for (let n = -WARM_UP; n < (slow ? Math.ceil(rounds / 4) : rounds); n++) {
    for (const [nth, site] of sites.entries()) {
      const ms = await timing(site);
      if (n >= 0) times[nth]?.push(ms);
    }
  }
  return { name, medians: times.map(median) };
}

function report(title: string, rows: Row[]): void {
  const head = [title, ...SIZES.map((size) => `${format(size)}: ms`), "last : first"];
  table(
    head,
    rows.map(({ name, medians }) => {
      const [first, last] = [medians[0] as number, medians.at(-1) as number];
      const ratio = format(last / first, 2);
      // An increase of less than a millisecond doesn't count as growth.
      const grows = last / first > 1.5 && last - first > 1;
      return [name, ...medians.map((ms) => format(ms, 1)), grows ? `**${ratio}**` : ratio];
    }),
  );
}

const missing: string[] = [];

async function measureAll(sites: Site[], title: string, entries: [string, Timing | undefined][]) {
  const rows: Row[] = [];
  for (const [name, timing] of entries) {
    const row = timing && (await compare(sites, name, timing).catch((error: Error) => error));
    if (row && !(row instanceof Error)) rows.push(row);
    else missing.push(row ? `${name} (${row.message})` : name);
  }
  report(title, rows);
}

/** The operations of one kind of caller, from the contracts. */
function operationsOf(auth: Contract["auth"][], builders: Record<string, MakeRequest>, who: Who) {
  return contracts
    .filter((contract) => auth.includes(contract.auth))
    .map((contract): [string, Timing | undefined] => {
      const build = builders[contract.id];
      return [contract.id, build && operation(contract, build, who)];
    });
}

const pagesOf = (pages: Record<string, PageOf>, who: Who, signedIn: boolean) =>
  Object.entries(pages).map(([name, of]): [string, Timing] => [name, page(of, who, signedIn)]);

/** Routes without a contract: requested by their path, unless listed. */
function otherRoutes(): Record<string, PageOf> {
  const documented = contracts.map(({ path }) => path.replace(/\{(\w+)\}/g, "[$1]"));
  const others = manifest
    .filter(({ server }) => server === "api")
    .map(({ path }): string => path)
    .filter((path) => !documented.includes(path) && !NOT_MEASURED.test(path));
  return { ...Object.fromEntries(others.map((path) => [path, () => path])), ...OPEN_PAGES };
}

async function measureSites(sites: Site[]): Promise<void> {
  const filters = FILTERS.map(([name, id, build]): [string, Timing | undefined] => {
    const contract = contracts.find((candidate) => candidate.id === id);
    return [`${id}: ${name}`, contract && operation(contract, build, "typical")];
  });
  const gifts = (who: Who) => sites.map((site) => format(site[who].gifts)).join(", ");
  const [typicalGifts, mostGifts] = [`${gifts("typical")} gifts`, `${gifts("largest")} gifts`];
  await measureAll(sites, "a bank", operationsOf(["key"], BANK_REQUESTS, "typical"));
  await measureAll(sites, "a bank's filters", filters);
  const portal = operationsOf(["token", "none"], PORTAL_REQUESTS, "typical");
  await measureAll(sites, `a cardholder (${typicalGifts})`, portal);
  // Signing in doesn't depend on the number of gifts.
  const own = operationsOf(["token"], PORTAL_REQUESTS, "largest");
  await measureAll(sites, `a cardholder (${mostGifts})`, own);
  await measureAll(sites, `pages (${typicalGifts})`, pagesOf(OWN_PAGES, "typical", true));
  await measureAll(sites, `pages (${mostGifts})`, pagesOf(OWN_PAGES, "largest", true));
  await measureAll(sites, "public pages and routes", pagesOf(otherRoutes(), "typical", false));
}

/** The largest tables, including their indexes. */
async function reportTables({ client, size }: Site): Promise<void> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' order by 2 desc limit 6`,
  );
  const parts = rows.map(({ name, bytes }) => `${name} ${format(bytes / size.donations)}`);
  say(`Bytes per donation in the largest, with indexes: ${parts.join(", ")}.\n`);
}

function reportFill(sites: Site[]): void {
  table(
    ["donations", "time to fill, s", "on disk, MB", "per million donations, GB"],
    sites.map(({ size, fillSeconds, bytes }) => {
      const more = bytes.after - bytes.before;
      const each = more / size.donations;
      return [size.donations, fillSeconds, more / 1e6, each / 1e3].map((value, column) =>
        format(value, column === 3 ? 2 : 0),
      );
    }),
  );
}

await run("bench:endpoints", async () => {
  const bench = await openBench();
  const sites: Site[] = [];
  try {
    await withDatabase(bench.databaseUrl, issueReceipt);
    for (const size of SIZES) {
      const name = `points_${size}`;
      sites.push(await openSite(bench, name, { donations: size, accounts: size / 5 }));
    }
    reportFill(sites);
    await reportTables(sites.at(-1) as Site);
    await measureSites(sites);
    for (const name of missing) say(`not measured: ${name}`);
    if (missing.length > 0) process.exitCode = 1;
  } finally {
    for (const site of sites) await site.close();
    await bench.close();
  }
});
