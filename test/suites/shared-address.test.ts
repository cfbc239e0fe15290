import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { emailReceipt } from "#lib/receipts/mutations.ts";
import { type CallOptions, call } from "../api.ts";
import { mintToken, openFlow, sendForm } from "../embed-flow.ts";
import {
  type Bank,
  type Cardholder,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
} from "../factories.ts";
import { fieldsOf } from "../forms.ts";
import { bankOperations, operation, portalOperations } from "../operations.ts";
import { makeCompletedDonation } from "../receipt-operations.ts";
import { emailsTo, makeActivatedCardholder, makePerson } from "../sign-in.ts";
import { comparable } from "./foreign-ids.ts";

const PROFILE = {
  display_name: "Patricia Own-Words",
  phone: "+1 614 555 0177",
  preferred_fund: "rowing",
  tax_receipt_email: "patricia.taxes@example.com",
};
const PREFERENCES = { email_donation_confirmation: false, email_tax_receipt: false };

// A person who has verified their address, is known to another bank, and has used every feature.
let person: Cardholder;
// A person who has verified their address, and set nothing else.
let quiet: Cardholder;
let school: string;

const asPerson = (id: string, options: CallOptions = {}, { token } = person) =>
  call(operation(id), { token, ...options });

beforeAll(async () => {
  person = await makePerson();
  school = await makeSchool();
  quiet = await makeActivatedCardholder();
  for (const { contract, handler, good } of portalOperations) {
    if (contract.id === "logout") continue;
    const request = await good(person);
    const { status } = await call({ contract, handler }, { ...request, token: person.token });
    expect(status).toBe(contract.status);
  }
  await makeCompletedDonation(person, { school_id: school, cardholder_message: "Between us" });
  await asPerson("updateProfile", { body: { ...PROFILE, preferred_school_id: school } });
  await asPerson("updatePreferences", { body: PREFERENCES });
  await asPerson("followSchool", { params: { school_id: school }, body: { follow: true } });
});

/** A bank with one customer: with the person's address, or with one that is unknown elsewhere. */
async function bankOf(email: string, profile: Bank["customer"] = {}): Promise<Bank> {
  const customer = { email, display_name: "Customer", preferred_school_id: null, ...profile };
  return { ...(await makeBank()), customer };
}

/** An unknown address, as long as the person's: the responses' lengths are compared, too. */
const unknownAddress = () =>
  `${randomUUID().slice(0, 8)}@example.com`.padStart(person.email.length, "nobody.");

/** Replaces ids, times and secrets, which differ between any two, by their kind, and logos, which are read now and then. */
function withoutIds(text: string, email: string): string {
  return text
    .replace(/<svg\b[\s\S]*?<\/svg>/g, "")
    .replaceAll(email, "(address)")
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "(token)")
    .replace(/whsec_[\w+/=]+/g, "(secret)")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "(id)")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "(time)")
    .replace(/\b(school|user|Bank)([- ])[0-9a-f]{12}\b/gi, "$1$2(id)")
    .replace(/\b[0-9a-f]{64}\b/g, "(digest)");
}

describe.each(bankOperations)("$contract.id, for a bank that links a known address", (tested) => {
  const answersFor = async (email: string) => {
    const bank = await bankOf(email);
    const request = await tested.good(bank);
    const answers = [];
    for (let n = 0; n < 2; n++) {
      answers.push(comparable(await call(tested, { ...request, key: bank.key })));
    }
    return JSON.parse(withoutIds(JSON.stringify(answers), email));
  };

  it("gives the same response as for an unknown address", async () => {
    expect(await answersFor(person.email)).toEqual(await answersFor(unknownAddress()));
  });

  it("changes neither the person's settings nor what other banks' gifts show", async () => {
    const own = async (who: Cardholder) => {
      const asThem = (id: string, options: CallOptions = {}) => asPerson(id, options, who);
      const id = await makeCompletedDonation(who);
      const { body: profile } = await asThem("getProfile");
      const { donation_count, lifetime_donated_usd, ...settings } = profile.data;
      const { body: receipt } = await asThem("getReceipt", { params: { donation_id: id } });
      const year = String(new Date().getUTCFullYear());
      const { body: statement } = await asThem("getStatement", { params: { year } });
      const { body: preferences } = await asThem("getPreferences");
      const { body: schools } = await asThem("listPortalSchools", {
        query: { followed: "true" },
      });
      return {
        settings,
        receipt: [receipt.data.donor_name, receipt.data.donor_email],
        statement: [statement.data.donor_name, statement.data.donor_email],
        preferences: preferences.data,
        schools: schools.data.map(({ school_id }: { school_id: string }) => school_id),
        cardholder: await db().cardholder.findUnique({ where: { id: who.cardholderId } }),
      };
    };
    for (const who of [person, quiet]) {
      const before = await own(who);
      const bank = await bankOf(who.email.toUpperCase(), {
        display_name: "Mallory",
        phone: "+1 900 555 0100",
        tax_receipt_email: "mallory@example.com",
        school_id: school,
        fund_designation: "annual-fund",
      });
      await call(tested, { ...(await tested.good(bank)), key: bank.key });
      expect(await own(who)).toEqual(before);
    }
  });
});

describe("a tax receipt address that a bank gives", () => {
  it("gets no data from the person or another bank", async () => {
    const tax_receipt_email = `mallory.${randomUUID()}@example.com`;
    for (const who of [person, quiet]) {
      const bank = await bankOf(who.email, { tax_receipt_email });
      const giver = { ...who, bank, accountId: await makeAccount(bank) };
      await emailReceipt(await makeCompletedDonation(giver));
    }
    expect(await emailsTo(tax_receipt_email)).toEqual([]);
  });

  it("is used while the person has not verified theirs, with that bank's data", async () => {
    const tax_receipt_email = `unverified.${randomUUID()}@example.com`;
    const first = await makeCardholder();
    const bank = await bankOf(first.email, { tax_receipt_email, display_name: "Second Name" });
    const giver = { ...first, bank, accountId: await makeAccount(bank) };
    await emailReceipt(await makeCompletedDonation(giver));
    const [email] = await emailsTo(tax_receipt_email);
    expect(email?.text).not.toContain("Pat Sample");
    expect(email?.to).toBe(tax_receipt_email);
  });
});

describe("the embedded flow, for a bank that links a known address", () => {
  /** The text of each page, from the first to that of a used session. */
  async function pagesFor(email: string, giftSchool: string, preferred: string | null) {
    const bank = await bankOf(email, { school_id: preferred, fund_designation: "annual-fund" });
    const account = await makeAccount(bank);
    const session = { service_user_id: account, dollar_amount: 40 };
    const pages = [];
    // Twice: the second flow would show what was given in the first.
    for (const token of [await mintToken(bank, session), await mintToken(bank, session)]) {
      const chosen = { school_id: giftSchool };
      const gift = { ...chosen, fund_designation: "annual-fund", amount: "25", points: "2500" };
      pages.push(await openFlow(token));
      pages.push(await sendForm(token, { do: "schools" }));
      pages.push(await sendForm(token, { do: "schools", search: "test" }));
      const form = await sendForm(token, { do: "form", ...chosen });
      pages.push(form);
      for (const notify of [{}, { notify_by_email: "on" }] as Record<string, string>[]) {
        pages.push(
          await sendForm(token, { ...fieldsOf(form.html), ...gift, ...notify, do: "review" }),
        );
      }
      pages.push(await sendForm(token, { ...gift, notify_by_email: "on", do: "give" }));
      pages.push(await openFlow(token));
    }
    return pages.map(({ status, html }) => withoutIds(`${status} ${html}`, email));
  }

  it.each([
    ["none", () => null],
    ["one", () => school],
  ])("shows the same pages if the bank prefers %s", async (_, preferred) => {
    const other = await makeSchool();
    for (const giftSchool of [school, other]) {
      const known = await pagesFor(person.email, giftSchool, preferred());
      expect(known).toEqual(await pagesFor(unknownAddress(), giftSchool, preferred()));
    }
  });
});
