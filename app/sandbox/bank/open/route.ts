/** Opens the embedded flow as the demo bank's own server would. Sandbox only. */
import { FormError } from "#app/forms/form-errors.ts";
import { publicForm } from "#app/forms/form-route.ts";
import { env } from "#lib/env.ts";
import { openDemoFlow } from "#lib/sandbox/bank-backend.ts";
import { choiceIn } from "#lib/sandbox/flow-choice.ts";

const REFUSED =
  "The donation screen couldn’t be opened for the demo customer. Their account may have been unlinked, the school may be inactive, or the demo API key may have been replaced.";

const open = publicForm({
  page: "/sandbox/bank",
  async submit({ fields }) {
    const session = await openDemoFlow(choiceIn(fields));
    if (!session) throw new FormError(REFUSED);
    return `/sandbox/bank?${new URLSearchParams({ session })}#app`;
  },
});

export async function POST(...sent: Parameters<typeof open>): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  return open(...sent);
}
