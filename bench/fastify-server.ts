/**
 * The minimum for a server that accepts donations durably: a body schema, the product's statement with the same
 * number of connections, and a response of the same shape. It checks no API key and no rate limit, and doesn't
 * explain refusals.
 */
import Fastify from "fastify";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { newDonation } from "#lib/donations/accept/mutations.ts";
import { acceptAll } from "#lib/donations/accept/sql.ts";
import { env } from "#lib/env.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";

const { databaseUrl, databasePoolSize, port } = env();
const pool = new pg.Pool({ connectionString: databaseUrl, max: databasePoolSize });

type Body = {
  bank_transaction_ref: string;
  dollar_amount: number;
  points_redeemed?: number;
  school_id: string;
  fund_designation: string;
};

const body = {
  type: "object",
  required: ["bank_transaction_ref", "dollar_amount", "school_id", "fund_designation"],
  properties: {
    bank_transaction_ref: { type: "string", minLength: 1, maxLength: 255 },
    dollar_amount: { type: "number", exclusiveMinimum: 0, maximum: 1_000_000 },
    points_redeemed: { type: "integer", minimum: 0 },
    school_id: { type: "string", minLength: 1, maxLength: 128 },
    fund_designation: { type: "string", minLength: 1, maxLength: 255 },
  },
};

const app = Fastify();

app.get("/healthz", () => ({ status: "ok" }));

app.post("/echo", (request) => ({ success: true, data: request.body }));

app.post<{ Body: Body }>("/v1/donations/request", { schema: { body } }, async (request, reply) => {
  const donationBody = request.body;
  const points = donationBody.points_redeemed ?? 0;
  const donation = newDonation(donationBody, {
    bankId: DEMO_BANK_ID,
    channel: "bank",
    bankTransactionRef: donationBody.bank_transaction_ref,
    accountId: null,
    keyId: null,
    pointsRedeemed: points,
    notifyCardholder: true,
  });
  // The product accepts concurrent donations in one statement; here each request has its own.
  const [found] = await acceptAll(
    { donations: [donation], runs: null, maxDailyGifts: 10_000 },
    pool,
  );
  if (!found?.accepted) return reply.code(422).send({ detail: [] });
  return reply.code(202).send({
    success: true,
    data: {
      donation_id: donation.id,
      status: "pending",
      school_id: donationBody.school_id,
      fund_designation: donationBody.fund_designation,
      fund_id: found.fundId,
      dollar_amount: donationBody.dollar_amount,
      points_redeemed: points,
      points_per_dollar: null,
      bank_transaction_ref: donationBody.bank_transaction_ref,
      channel: "bank",
      loyalty_program_id: null,
      cardholder_message: null,
      metadata: null,
      recurring: false,
      recurrence_cadence: null,
      school_confirmation_id: null,
      platform_status: null,
      failure_reason: null,
      created_at: donation.createdAt.toISOString(),
      estimated_confirmation_at: donation.estimatedConfirmationAt.toISOString(),
      completed_at: null,
      failed_at: null,
    },
    meta: { request_id: uuidv7() },
  });
});

await app.listen({ port, host: "127.0.0.1" });
for (const event of ["SIGTERM", "disconnect"]) process.on(event, () => process.exit(0));
