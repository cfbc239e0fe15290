/** The participants: two platforms, three schools with one, a foundation without, two banks with their customers and receivers, and people. */
import type pg from "pg";
import { linkAccount } from "#lib/accounts/mutations.ts";
import type { BankScope, CardholderScope, ServiceKeyScope } from "#lib/auth/scopes.ts";
import { authenticateServiceKey } from "#lib/auth/service-keys.ts";
import { setProgram, updateBank } from "#lib/banks/mutations.ts";
import { setAuthorizationAddress } from "#lib/donations/authorize/address.ts";
import { asCents } from "#lib/money.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { acceptLink, makeBank, makeSchool, system } from "#test/factories.ts";
import { makeServiceKey } from "#test/staff.ts";
import { openSession } from "../open-session.ts";
import { createAuthorizer, type SimulatedAuthorizer } from "./authorizer.ts";
import { createSimulatedBank, type Endpoint, type SimulatedBank } from "./bank.ts";
import { type Bookkeeper, createBookkeeper } from "./bookkeeper.ts";
import { createConsents } from "./consents.ts";
import type { SimulatedDatabase } from "./database.ts";
import { createReceiver, type EndpointNature, type Receiver } from "./endpoint.ts";
import { createFoundation, type SimulatedFoundation } from "./foundation.ts";
import type { Handler, OutsideWorld } from "./http.ts";
import { createSimulatedPerson, RATE, type SimulatedPerson } from "./person.ts";
import { createPlatform, type Platform, type PlatformNature } from "./platform.ts";
import { choose, happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

export type Scenario = {
  world: World;
  platforms: Platform[];
  banks: SimulatedBank[];
  people: SimulatedPerson[];
  /** Where the first bank approves gifts; the second has no such address. */
  authorizer: SimulatedAuthorizer;
  /** The school whose team imports files. */
  foundation: SimulatedFoundation;
  bookkeeper: Bookkeeper;
  /** The platform of a school; the foundation has none. */
  platformOf: Map<string, Platform>;
  /** Donations for which the engine has lost a run. */
  lostPushes: Set<string>;
};

/** Two schools on one platform, which fail together; one on another, which may never recover. */
const SCHOOLS = { "school-a": 0, "school-b": 0, "school-c": 1 } as const;

const FOUNDATION = "school-d";

async function makeFoundation(world: World, database: pg.Pool): Promise<SimulatedFoundation> {
  const schoolId = FOUNDATION;
  await makeSchool({ id: schoolId });
  await configurePlatform(system, schoolId, "batch", { houseAccountId: `house-${schoolId}` });
  const { secret: token } = await makeServiceKey({ kind: "school", schoolId }, "processor");
  const scope = (await authenticateServiceKey(token, "203.0.113.7")) as ServiceKeyScope;
  return createFoundation(world, database, { schoolId, token, scope });
}

async function makeEndpoint(scope: never, base: string, receiver: Receiver): Promise<Endpoint> {
  const added = await addEndpoint(scope, { url: `${base}/${receiver.name}/hooks` });
  receiver.secrets.push(added.secret);
  return { id: added.endpoint_id, receiver, alwaysEnabled: true };
}

/**
 * A bank's first receiver works; others may be of any kind. None is broken for days if a platform never recovers,
 * since every half hour would mean another push.
 */
function natureOf(world: World, index: number, faulty: boolean): EndpointNature {
  if (index === 0) return "sound";
  return choose(world.random, { sound: 90, broken: faulty ? 0 : 4, gone: 6 });
}

/** The second bank's limit of unpaid dollars, so that they're counted. */
const NEVER_REACHED = asCents(1e12);

/** The programs' limits: a few gifts per day. */
export const LIMITS = { maxGiftCents: asCents(14_000), maxDailyCents: asCents(25_000) };

/** Accepts an account's link, and signs in its cardholder. */
async function signInOwner(id: string): Promise<CardholderScope> {
  const { cardholderId } = await acceptLink(id);
  return openSession(cardholderId);
}

/** Sets up a scenario. @param nature the platforms' behavior, if not random */
export async function setUpScenario(
  world: World,
  { control }: SimulatedDatabase,
  outside: OutsideWorld,
  nature: PlatformNature = {},
): Promise<Scenario> {
  const { random } = world;
  const faulty = happens(random, 0.15);
  const platforms = [0, 1].map((index) =>
    createPlatform(world, `platform-${index + 1}`, { faulty: faulty && index === 1, ...nature }),
  );
  const receivers = ["a", "b"].map((bank) =>
    Array.from({ length: 1 + random.below(3) }, (_, index) =>
      createReceiver(world, `bank-${bank}-${index + 1}`, natureOf(world, index, faulty)),
    ),
  );
  const authorizer = createAuthorizer(world, "authorizer-a");
  const servers: { name: string; serve: Handler }[] = [
    ...platforms,
    ...receivers.flat(),
    authorizer,
  ];
  const handlers = Object.fromEntries(servers.map(({ name, serve }) => [name, serve]));
  const base = outside.begin(handlers, world.tasks.running);
  const platformOf = new Map<string, Platform>();
  for (const [id, index] of Object.entries(SCHOOLS)) {
    const platform = platforms[index] as Platform;
    await makeSchool({ id });
    await configurePlatform(system, id, "rest", {
      houseAccountId: `house-${id}`,
      baseUrl: `${base}/${platform.name}`,
      apiKey: "platform-key",
    });
    platformOf.set(id, platform);
  }
  const foundation = await makeFoundation(world, control);
  // The foundation gets more gifts than the others: its batches have to fill.
  const schools = [...Object.keys(SCHOOLS), FOUNDATION, FOUNDATION];
  const banks: SimulatedBank[] = [];
  const people: SimulatedPerson[] = [];
  for (const [at, bankReceivers] of receivers.entries()) {
    const name = `bank-${"ab"[at]}`;
    const tenant = await makeBank();
    const zone = { timeZone: at === 0 ? "Pacific/Honolulu" : "America/New_York" };
    await updateBank(system, tenant.bankId, { ...zone, statementSchedule: "daily" });
    const accounts: string[] = [];
    for (const customer of ["ann", "ben"]) {
      // The same people at both banks: neither may see the other's data.
      const email = `${customer}@example.com`;
      const user = { bank_user_id: customer, display_name: customer, loyalty_program_id: "gold" };
      accounts.push((await linkAccount(tenant.scope, { email, ...user })).service_user_id);
    }
    if (at === 0) {
      const url = `${base}/${authorizer.name}/ask`;
      authorizer.settings.secret = (await setAuthorizationAddress(tenant.scope, url)) as string;
    }
    const endpoints: Endpoint[] = [];
    for (const receiver of bankReceivers) {
      endpoints.push(await makeEndpoint(tenant.scope as never, base, receiver));
    }
    const customers = { accounts, schools };
    await setProgram(system, tenant.bankId, "gold", { pointsPerDollar: RATE, ...LIMITS });
    if (at === 1) await updateBank(system, tenant.bankId, { maxUnpaidCents: NEVER_REACHED });
    const owners = await Promise.all(accounts.map(signInOwner));
    const otherBank = () => banks.find((bank) => bank.name !== name)?.tenant.scope as BankScope;
    const consents = createConsents(world, name, tenant, owners, otherBank);
    banks.push(createSimulatedBank(world, name, tenant, endpoints, customers, consents));
    // The bank's first customer, who also gives in the portal.
    const giver = {
      bankId: tenant.bankId,
      accountId: accounts[0] as string,
      scope: owners[0] as CardholderScope,
    };
    people.push(createSimulatedPerson(world, `ann of ${name}`, giver, customers.schools));
  }
  const bankIds = banks.map(({ tenant }) => tenant.bankId);
  return {
    world,
    platforms,
    foundation,
    bookkeeper: createBookkeeper(world, bankIds, [...Object.keys(SCHOOLS), FOUNDATION]),
    banks,
    people,
    authorizer,
    platformOf,
    lostPushes: new Set(),
  };
}
