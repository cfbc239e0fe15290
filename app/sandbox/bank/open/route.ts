/** Opens a donation screen for the demo bank's customer. */
import { FormError } from "#app/forms/form-errors.ts";
import { publicForm } from "#app/forms/form-route.ts";
import { openFlow } from "#demo-bank/bank.ts";
import { choiceIn, FLOW_FIELDS } from "#demo-bank/presets.ts";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { DEMO_USER } from "#lib/sandbox/demo-bank.ts";
import { sandboxOnly } from "../../sandbox-only.ts";
import { harbor, type OpenedFlow } from "../harbor.ts";

const REFUSED =
  "The donation screen couldn’t be opened for the demo customer. Their account may have been unlinked, the school may be inactive, or the demo API key may have been replaced.";

/** Longer than a donation screen is valid, so that the result stays visible. */
const FLOW_VISIBLE_SECONDS = 60 * 60;

export const POST = sandboxOnly(
  publicForm({
    fields: Object.fromEntries(FLOW_FIELDS.map(({ id }) => [id, {}])),
    async submit({ fields }) {
      const choice = choiceIn(fields);
      const flow = await openFlow(harbor(), DEMO_USER, choice).catch(() => {
        throw new FormError(REFUSED);
      });
      const opened: OpenedFlow = { ...flow, choice };
      // Encrypted, since the URL in it allows giving.
      const session = await encryptToken("demo-flow", opened, FLOW_VISIBLE_SECONDS);
      return `/sandbox/bank?${new URLSearchParams({ session })}#app`;
    },
  }),
);
