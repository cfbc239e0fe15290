/** Handles a second factor that was asked for again. */
import { enterContext, pageIn } from "#app/enter-context.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, sessionForm } from "#app/forms/form-route.ts";
import {
  PASSKEY_EXPIRED,
  PASSKEY_FIELDS,
  PASSKEY_REFUSED,
  readAnswer,
} from "#app/forms/passkey-answer.ts";
import { required } from "#app/forms/typed-text.ts";
import { returnPath, verifyPath } from "#app/paths.ts";
import { CODE_MESSAGES } from "#app/second-factor.tsx";
import type { SessionScope } from "#lib/auth/scopes.ts";
import { readContextName } from "#lib/auth/tenants.ts";
import { stepUp, stepUpWithPasskey } from "#lib/cardholders/mfa/step-up.ts";

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));
const contextIn = ({ fields }: FormPost) => readContextName(fields.get("to") ?? "");
const isRecovery = ({ fields }: FormPost) => fields.get("with") === "recovery";

/** @throws FormError */
async function verifyCode(scope: SessionScope, sent: FormPost): Promise<void> {
  const messages = CODE_MESSAGES[isRecovery(sent) ? "recovery" : "app"];
  const code = required(sent.fields, "mfa_code", messages.MFA_REQUIRED);
  if (!(await stepUp(scope, code, contextIn(sent) ?? undefined)))
    throw new FormError({ mfa_code: messages.MFA_INVALID });
}

/** @throws FormError */
async function verifyPasskey(scope: SessionScope, sent: FormPost): Promise<void> {
  const verified = await stepUpWithPasskey(scope, readAnswer(sent.fields));
  if (verified === "expired") throw new FormError(PASSKEY_EXPIRED);
  if (!verified) throw new FormError(PASSKEY_REFUSED);
}

export const POST = sessionForm({
  page: (sent) =>
    verifyPath({
      next: nextOf(sent),
      to: contextIn(sent) ?? undefined,
      withRecovery: isRecovery(sent),
    }),
  secrets: ["mfa_code", ...PASSKEY_FIELDS],
  submit: async ({ scope, ...sent }) => {
    const verify = sent.fields.has("mfa_code") ? verifyCode : verifyPasskey;
    await verify(scope, sent);
    const [context, next] = [contextIn(sent), nextOf(sent)];
    return context ? enterContext(scope, context, pageIn(context, next)) : next;
  },
});
