import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { makeSchool } from "#test/factories.ts";
import { asCents } from "../money.ts";
import type { CreditInstruction } from "./adapter.ts";
import { stub } from "./stub.ts";

const instructionFor = (partnerReference: string): CreditInstruction => ({
  fanAccountId: "fan-1",
  amountCents: asCents(2500),
  reason: "Donation",
  attractionId: null,
  venueId: null,
  partnerReference,
  fanMetadata: {
    bankTransactionRef: "tx",
    loyaltyProgram: null,
    pointsRedeemed: 2_500,
    cardholderMessage: null,
  },
  notify: false,
  donor: { name: "Pat Sample", email: "pat@example.com", postalAddress: null },
});

it("every credit has its own number, which a repeated request returns again", async () => {
  const access = { schoolId: await makeSchool(), houseAccountId: "house" };
  const references = Array.from({ length: 20 }, () => randomUUID());
  const pushAll = () =>
    Promise.all(
      [...references, ...references].map((reference) =>
        stub.pushCredit(access, instructionFor(reference)),
      ),
    );
  const numbers = (await pushAll()).map(({ creditId }) => creditId);
  expect(new Set(numbers).size).toBe(20);
  expect(numbers.slice(20)).toEqual(numbers.slice(0, 20));
  for (const number of numbers) expect(number).toMatch(/^[A-Z-]+-\d\d-\d{6,}$/);
  expect((await pushAll()).map(({ creditId }) => creditId)).toEqual(numbers);
});
