/** What a bank's team does to a donation that is on its way. */
import { collapseWhitespace } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { holdRequest } from "#lib/donations/contract.ts";
import { holdDonation, releaseDonation } from "#lib/donations/operations.ts";

const DECIDED = "This gift was confirmed, declined, or held in the meantime.";

export const forms = {
  "[donation_id]/hold": staffForm("bank", "donations.hold", {
    fields: {
      reason: {
        label: "Reason",
        help: "For your team. The customer and the school only see that the gift is in review.",
        autoComplete: "off",
        blank: "Enter a reason.",
        read: collapseWhitespace,
      },
    },
    schema: holdRequest,
    submit: async ({ scope, params, values, page }) => {
      const isHeld = await holdDonation(scope, params.donation_id ?? "", values.reason);
      if (!isHeld) throw new FormError(DECIDED);
      return `${page}?done=held`;
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
