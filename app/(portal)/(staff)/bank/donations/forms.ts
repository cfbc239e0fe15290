/** What a bank's team does to a donation that is on its way. */
import { chosenFilters } from "#app/filters.ts";
import { REASON } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { pathWithQuery } from "#app/paths.ts";
import { correctionRequest } from "#lib/corrections/contract.ts";
import { requestCorrection } from "#lib/corrections/request.ts";
import { holdRequest } from "#lib/donations/contract.ts";
import { holdDonation, releaseDonation } from "#lib/donations/operations.ts";
import { advanceDonation } from "#lib/sandbox/time.ts";
import { approveForm, declineForm } from "../../correction-forms.tsx";
import { CHOICES, MESSAGES, requestOf } from "./[donation_id]/correct/choices.ts";
import { DONATIONS } from "./donation-filter.ts";

const donationPath = ({ donation_id: id = "" }: Record<string, string>) =>
  `${DONATIONS}/${encodeURIComponent(id)}`;

const chosenIn = (fields: URLSearchParams) => chosenFilters(Object.fromEntries(fields), CHOICES);

const DECIDED = "This gift was confirmed, declined, or held in the meantime.";

export const forms = {
  "[donation_id]/hold": staffForm("bank", "donations.hold", {
    fields: {
      reason: {
        ...REASON,
        help: "For your team. The customer and the school only see that the gift is in review.",
      },
    },
    schema: holdRequest,
    submit: async ({ scope, params, values, page }) => {
      const isHeld = await holdDonation(scope, params.donation_id ?? "", values.reason);
      if (!isHeld) throw new FormError(DECIDED);
      return `${page}?done=held`;
    },
  }),

  "[donation_id]/correct/submit": staffForm("bank", "corrections.request", {
    page: ({ params, fields }) =>
      pathWithQuery(`${donationPath(params)}/correct`, chosenIn(fields)),
    fields: { reason: { ...REASON, help: "The school and the operator see it." } },
    schema: correctionRequest.pick({ reason: true }),
    messages: MESSAGES,
    submit: async ({ scope, params, fields, values: { reason } }) => {
      const ref = fields.get("correction_ref") ?? "";
      const request = requestOf(chosenIn(fields), { reason, ref });
      await requestCorrection(scope, params.donation_id ?? "", request);
      return `${donationPath(params)}?done=requested`;
    },
  }),

  "[donation_id]/approve": approveForm("bank"),
  "[donation_id]/decline": declineForm("bank"),

  "[donation_id]/advance": staffForm("bank", "webhooks.send", {
    submit: async ({ scope, params, page }) => {
      const { donation_id: _, ...waiting } = await advanceDonation(scope, params.donation_id ?? "");
      const isAny = Object.values(waiting).some((count) => count > 0);
      return `${page}?done=${isAny ? "advanced" : "nothing-waits"}`;
    },
  }),

  "[donation_id]/release": staffForm("bank", "donations.hold", {
    submit: async ({ scope, params, page }) => {
      const isReleased = await releaseDonation(scope, params.donation_id ?? "", null);
      if (!isReleased) throw new FormError("This gift isn’t on hold, or the operator holds it.");
      return `${page}?done=released`;
    },
  }),
};
