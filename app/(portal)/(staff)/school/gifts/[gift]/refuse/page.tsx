import { FormFields } from "#app/forms/form-fields.tsx";
import { stateOf, titled } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { Button } from "#components/ui/button.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import { StaffForm } from "../../../../staff-form.tsx";
import { StaffFrame, staffPage } from "../../../../staff-page.tsx";
import { forms } from "../../forms.ts";
import { GIFTS } from "../../gift-filter.ts";
import { findGift, isUndecided } from "../find-gift.ts";

export const generateMetadata = titled("Decline a gift");

/** Refusing is final, so it has a page of its own, which says what it means. */
export default staffPage("school", "gifts.confirm", "/gifts/[gift]/refuse", async (page) => {
  const { scope, params } = page;
  const found = await findGift(scope, params.gift ?? "");
  if (!found) return <MissingPage />;
  const { gift } = found;
  const path = `${GIFTS}/${gift.gift_number}`;
  return (
    <StaffFrame
      page={page}
      title="Decline this gift?"
      intro={
        <>
          {formatDollars(toCents(gift.dollar_amount))} from{" "}
          <bdi className="font-strong text-ink [overflow-wrap:anywhere]">
            {gift.donor_name ?? "an anonymous donor"}
          </bdi>
          , gift <span className="whitespace-nowrap font-mono">{gift.gift_number}</span>
        </>
      }
      failed="The gift wasn’t declined"
      back={{ href: path, text: "Back to the gift" }}
    >
      {isUndecided(found) ? (
        <StaffForm page={page} action="submit" className="mt-2 grid max-w-form gap-3">
          <p>
            You get no money for it, and the bank gives the donor’s points back. This can’t be
            undone.
          </p>
          <FormFields form={forms["[gift]/refuse/submit"]} state={stateOf(page.state, "submit")} />
          <Button look="danger" className="justify-self-start">
            Decline gift
          </Button>
        </StaffForm>
      ) : (
        <p className="mt-2">This gift can’t be declined now.</p>
      )}
    </StaffFrame>
  );
});
