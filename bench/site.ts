/** An application with a filled database, and its callers. */
import pg from "pg";
import { request } from "undici";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { fill, LARGEST_GIVER, type Size } from "./fill.ts";
import type { Bench } from "./installation.ts";
import { type Running, startApiServer } from "./servers.ts";

/** A signed-in cardholder, by token and by cookie. */
export type Person = {
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  cookie: string;
  accountId: string;
  /** One of their completed donations. */
  donationId: string;
  gifts: number;
};

export type Site = {
  size: Size;
  server: Running;
  client: pg.Client;
  apiKey: string;
  ids: Record<"donation" | "account" | "endpoint" | "event" | "replay" | "halfway", string>;
  /** A cardholder with a typical history, and the one with a hundredth of all donations. */
  typical: Person;
  largest: Person;
  fillSeconds: number;
  /** Sizes of the database before and after it was filled. */
  bytes: { before: number; after: number };
  close(): Promise<void>;
};

/** Sends a request. @returns its status, headers, and text */
export async function send(
  { server }: Pick<Site, "server">,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) {
  const response = await request(server.base + path, {
    method: method as "GET",
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, headers: response.headers, text };
}

/** Calls the API untimed, to prepare a timed request. @returns its `data` */
export async function callApi(
  site: Pick<Site, "server" | "apiKey">,
  path: string,
  body: object,
): Promise<Record<string, string>> {
  const headers = { "content-type": "application/json", "x-service-api-key": site.apiKey };
  const { status, text } = await send(site, "POST", path, headers, JSON.stringify(body));
  if (status >= 300) throw new Error(`${path} returned ${status}: ${text}`);
  return JSON.parse(text).data;
}

async function signIn(
  site: Pick<Site, "server">,
  email: string,
  password: string,
): Promise<string> {
  const form = new URLSearchParams({ email, password, next: "/home" });
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    origin: site.server.base,
  };
  const response = await send(site, "POST", "/signin/submit", headers, form.toString());
  if (response.headers.location !== "/home") throw new Error(`${email} couldn't sign in`);
  const cookies = [response.headers["set-cookie"] ?? []].flat();
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

async function findPerson(
  site: Pick<Site, "server" | "client" | "apiKey">,
  email: string,
  password: string,
): Promise<Person> {
  const login = await callApi(site, "/v1/portal/auth/login", { email, password });
  const { rows } = await site.client.query(
    `select account.id as "accountId", max(donation.id::text) as "donationId", count(*) as gifts
     from cardholder join account on cardholder_id = cardholder.id
     join donation on account_id = account.id
     where email_key = $1 and account.bank_id = $2 and donation.status = 'completed'
     group by account.id`,
    [email, DEMO_BANK_ID],
  );
  return {
    ...(rows[0] as Pick<Person, "accountId" | "donationId" | "gifts">),
    email,
    password,
    accessToken: login.access_token as string,
    refreshToken: login.refresh_token as string,
    cookie: await signIn(site, email, password),
  };
}

async function findIds(client: pg.Client, size: Size): Promise<Site["ids"]> {
  const { rows } = await client.query(
    `with replay as (
       insert into event_replay (id, bank_id, from_at, to_at, status, events_total, position_at,
         position_id, completed_at)
       select id, $1, now(), now(), 'completed', 0, now(), id, now() from gen_random_uuid() id
       returning id
     )
     select (select id from replay) as replay,
       (select id from donation where bank_id = $1 and bank_transaction_ref = 'bench-' || $2::int)
         as donation,
       (select id from account where bank_id = $1 and status = 'active'
         and email <> '${LARGEST_GIVER}' limit 1) as account,
       (select id from webhook_endpoint where bank_id = $1) as endpoint,
       (select id from event where bank_id = $1 and donation_id is not null limit 1) as event,
       now() - $2::int * interval '5 seconds' as halfway`,
    [DEMO_BANK_ID, size.donations / 2],
  );
  const { halfway, ...ids } = rows[0];
  return { ...ids, halfway: halfway.toISOString() };
}

async function bytesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_database_size(current_database()) as size");
  return Number(rows[0].size);
}

/** A filled copy of the installation's database, with the application. */
export async function openSite(bench: Bench, name: string, size: Size): Promise<Site> {
  const url = await bench.copy(name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const before = await bytesOf(client);
  const startedAt = performance.now();
  await fill(client, DEMO_BANK_ID, size);
  const fillSeconds = (performance.now() - startedAt) / 1_000;
  const { email, password, api_key: apiKey } = bench.demo;
  await client.query(
    `update cardholder set password_hash = known.password_hash from cardholder known
     where known.email_key = $1 and cardholder.email_key = $2`,
    [email, LARGEST_GIVER],
  );
  // Nothing answers at the demo bank's authorization address here.
  await client.query("delete from authorization_address");
  // Password attempts are limited per address, so each request comes from a different one.
  const server = await startApiServer({ DATABASE_URL: url, TRUST_PROXY: "true" });
  const site = { size, server, client, apiKey, fillSeconds };
  return {
    ...site,
    ids: await findIds(client, size),
    typical: await findPerson(site, email, password),
    largest: await findPerson(site, LARGEST_GIVER, password),
    bytes: { before, after: await bytesOf(client) },
    async close() {
      await server.stop();
      await client.end();
    },
  };
}
