/**
 * What every operation of the API and every main page costs on a small, a medium and a large database:
 * milliseconds over HTTP through the application, median, one request at a time, on the three in turns.
 *
 *   npm run bench:endpoints
 *
 * The largest holds 1,000,000 donations and 200,000 accounts of one bank, the others a tenth and a
 * hundredth of that. BENCH_DONATIONS (1000000) and BENCH_ROUNDS (20) may be set. Ends with 1 where an
 * operation or a route is not measured: what is new has to be added to bank-requests.ts or
 * portal-requests.ts. The engine is off, so that nothing else is going on.
 */
import { contracts } from "#app/openapi.json/contracts.ts";
import type { Contract } from "#lib/contract.ts";
import { findRoutes, pathOf } from "../scripts/route-table.ts";
import { type Ask, BANK_REQUESTS, FILTERS } from "./bank-requests.ts";
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
import { root } from "./servers.ts";
import { openSite, type Person, type Site, send } from "./site.ts";
import { knob, median, run, say, shown, table } from "./statistics.ts";

const donations = knob("BENCH_DONATIONS", 1_000_000);
const rounds = knob("BENCH_ROUNDS", 20);
const SIZES = [donations / 100, donations / 10, donations];
const WARM_UP = 3;

type Who = "typical" | "largest";
/** Sends one request and returns the response time in milliseconds. */
type Timed = (site: Site) => Promise<number>;
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
  const passed = performance.now() - startedAt;
  if (status >= 300)
    throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 300)}`);
  return { passed, text };
}

function operation(contract: Contract, ask: Ask, who: Who): Timed {
  return async (site) => {
    const person = site[who];
    const { params = {}, query, body, headers, keep } = await ask(site, person);
    const path = contract.path.replace(/\{(\w+)\}/g, (_, name) => params[name] as string);
    const address = query ? `${path}?${new URLSearchParams(query)}` : path;
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const all = { ...headersFor(contract, site, person), ...headers };
    if (sent !== undefined) all["content-type"] = "application/json";
    const { passed, text } = await time(site, [contract.method, address], all, sent);
    keep?.(JSON.parse(text).data);
    return passed;
  };
}

function page(of: PageOf, who: Who, signedIn: boolean): Timed {
  return async (site) => {
    const person = site[who];
    const path = await of(site, person);
    const headers: Record<string, string> = signedIn ? { cookie: person.cookie } : {};
    if (path === "/metrics") headers.authorization = `Bearer ${METRICS_TOKEN}`;
    return (await time(site, ["GET", path], headers)).passed;
  };
}

async function compare(sites: Site[], name: string, timed: Timed): Promise<Row> {
  const times: number[][] = sites.map(() => []);
  const slow = SLOW.some((id) => name.startsWith(id));
  for (let n = -WARM_UP; n < (slow ? Math.ceil(rounds / 4) : rounds); n++) {
    for (const [nth, site] of sites.entries()) {
      const passed = await timed(site);
      if (n >= 0) times[nth]?.push(passed);
    }
  }
  return { name, medians: times.map(median) };
}

function report(title: string, rows: Row[]): void {
  const head = [title, ...SIZES.map((size) => `${shown(size)}: ms`), "last : first"];
  table(
    head,
    rows.map(({ name, medians }) => {
      const [first, last] = [medians[0] as number, medians.at(-1) as number];
      const ratio = shown(last / first, 2);
      // Less than a millisecond more does not count as growth.
      const grows = last / first > 1.5 && last - first > 1;
      return [name, ...medians.map((ms) => shown(ms, 1)), grows ? `**${ratio}**` : ratio];
    }),
  );
}

const missing: string[] = [];

async function measureAll(sites: Site[], title: string, all: [string, Timed | undefined][]) {
  const rows: Row[] = [];
  for (const [name, timed] of all) {
    const row = timed && (await compare(sites, name, timed).catch((error: Error) => error));
    if (row && !(row instanceof Error)) rows.push(row);
    else missing.push(row ? `${name} (${row.message})` : name);
  }
  report(title, rows);
}

/** The operations of one kind of caller, from the contracts. */
function operationsOf(auth: Contract["auth"][], known: Record<string, Ask>, who: Who) {
  return contracts
    .filter((contract) => auth.includes(contract.auth))
    .map((contract): [string, Timed | undefined] => {
      const ask = known[contract.id];
      return [contract.id, ask && operation(contract, ask, who)];
    });
}

const pagesOf = (pages: Record<string, PageOf>, who: Who, signedIn: boolean) =>
  Object.entries(pages).map(([name, of]): [string, Timed] => [name, page(of, who, signedIn)]);

/** Routes without a contract: requested by their path, unless listed. */
function otherRoutes(): Record<string, PageOf> {
  const documented = contracts.map(({ path }) => path.replace(/\{(\w+)\}/g, "[$1]"));
  const others = findRoutes(root)
    .map(pathOf)
    .filter((path) => !documented.includes(path) && !NOT_MEASURED.test(path));
  return { ...Object.fromEntries(others.map((path) => [path, () => path])), ...OPEN_PAGES };
}

async function measureSites(sites: Site[]): Promise<void> {
  const filters = FILTERS.map(([name, id, ask]): [string, Timed | undefined] => {
    const contract = contracts.find((candidate) => candidate.id === id);
    return [`${id}: ${name}`, contract && operation(contract, ask, "typical")];
  });
  const gifts = (who: Who) => sites.map((site) => shown(site[who].gifts)).join(", ");
  const [common, many] = [`${gifts("typical")} gifts`, `${gifts("largest")} gifts`];
  await measureAll(sites, "a bank", operationsOf(["key"], BANK_REQUESTS, "typical"));
  await measureAll(sites, "a bank's filters", filters);
  const portal = operationsOf(["token", "none"], PORTAL_REQUESTS, "typical");
  await measureAll(sites, `a cardholder (${common})`, portal);
  // Signing in does not depend on the number of gifts.
  const own = operationsOf(["token"], PORTAL_REQUESTS, "largest");
  await measureAll(sites, `a cardholder (${many})`, own);
  await measureAll(sites, `pages (${common})`, pagesOf(OWN_PAGES, "typical", true));
  await measureAll(sites, `pages (${many})`, pagesOf(OWN_PAGES, "largest", true));
  await measureAll(sites, "pages and routes of nobody", pagesOf(otherRoutes(), "typical", false));
}

/** The largest tables, including their indexes. */
async function reportTables({ client, size }: Site): Promise<void> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' order by 2 desc limit 6`,
  );
  const parts = rows.map(({ name, bytes }) => `${name} ${shown(bytes / size.donations)}`);
  say(`Bytes for each donation of the last, with indexes: ${parts.join(", ")}.\n`);
}

function reportFill(sites: Site[]): void {
  table(
    ["donations", "filled in, s", "on disk, MB", "for a million donations, GB"],
    sites.map(({ size, fillSeconds, bytes }) => {
      const more = bytes.after - bytes.before;
      const each = more / size.donations;
      return [size.donations, fillSeconds, more / 1e6, each / 1e3].map((value, column) =>
        shown(value, column === 3 ? 2 : 0),
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
