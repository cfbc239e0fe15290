/** Turns two-step sign-in off, for whoever has the password and a code. */
import { portalForm } from "#app/forms/form-route.ts";
import { disableMfa } from "#lib/cardholders/mfa/mutations.ts";
import { settingsDone } from "../../../done.ts";
import { proofSent, wrongProof } from "../../proof-sent.ts";

export const POST = portalForm({
  page: "/settings/two-step/turn-off",
  take: async ({ scope, fields }) => {
    const { password, code } = proofSent(fields);
    const outcome = await disableMfa(scope, password, code);
    if (outcome !== "off") throw wrongProof(outcome);
    return settingsDone("two-step-off");
  },
});
