/** Every bank operation with its handler and a request that succeeds: what the shared suites run over. */
import * as link from "#app/v1/accounts/link/route.ts";
import * as donation from "#app/v1/donations/[donation_id]/route.ts";
import * as request from "#app/v1/donations/request/route.ts";
import * as school from "#app/v1/schools/[school_id]/route.ts";
import * as schools from "#app/v1/schools/route.ts";
import * as accounts from "#lib/accounts/contract.ts";
import * as donations from "#lib/donations/contract.ts";
import { requestDonation } from "#lib/donations/mutations.ts";
import * as schoolContracts from "#lib/schools/contract.ts";
import type { CallOptions, Operation } from "./api.ts";
import { donationBody, linkBody, type makeBank, makeSchool } from "./factories.ts";

type Bank = Awaited<ReturnType<typeof makeBank>>;

export const linkAccountOperation: Operation = {
  contract: accounts.linkAccount,
  handler: link.POST,
};
export const requestDonationOperation: Operation = {
  contract: donations.requestDonation,
  handler: request.POST,
};
export const getDonationOperation: Operation = {
  contract: donations.getDonation,
  handler: donation.GET,
};
export const listSchoolsOperation: Operation = {
  contract: schoolContracts.listSchools,
  handler: schools.GET,
};
export const getSchoolOperation: Operation = {
  contract: schoolContracts.getSchool,
  handler: school.GET,
};

/** Operations with something that makes a good request of the given bank. */
export const bankOperations: (Operation & { good: (bank: Bank) => Promise<CallOptions> })[] = [
  { ...linkAccountOperation, good: async () => ({ body: linkBody() }) },
  {
    ...requestDonationOperation,
    good: async () => ({ body: donationBody(await makeSchool()) }),
  },
  {
    ...getDonationOperation,
    good: async (bank) => {
      const made = await requestDonation(bank.scope, {
        ...donationBody(await makeSchool()),
        notify_cardholder: true,
        points_redeemed: 0,
        recurring: false,
      });
      return { params: { donation_id: made.donation_id } };
    },
  },
  { ...listSchoolsOperation, good: async () => ({}) },
  { ...getSchoolOperation, good: async () => ({ params: { school_id: await makeSchool() } }) },
];
