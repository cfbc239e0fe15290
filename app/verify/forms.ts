/** The forms of a second factor that was asked for again. */
import { enterContext, pageIn } from "#app/enter-context.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, sessionForm } from "#app/forms/form-route.ts";
import {
  PASSKEY_EXPIRED,
  PASSKEY_FIELDS,
  PASSKEY_REFUSED,
  readAnswer,
} from "#app/forms/passkey-answer.ts";
import { returnPath, verifyPath } from "#app/paths.ts";
import { CODE_FIELDS, CODE_MESSAGES, isRecovery } from "#app/second-factor.tsx";
import type { SessionScope } from "#lib/auth/scopes.ts";
import { type ContextName, readContextName } from "#lib/auth/tenants.ts";
import { stepUp, stepUpWithPasskey } from "#lib/cardholders/mfa/step-up.ts";

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));
const contextIn = ({ fields }: FormPost) => readContextName(fields.get("to") ?? "") ?? undefined;

/** @throws FormError if the code is missing or wrong */
async function verifyCode(
  scope: SessionScope,
  code: string,
  kind: keyof typeof CODE_MESSAGES,
  to: ContextName | undefined,
): Promise<void> {
  const { MFA_REQUIRED, MFA_INVALID } = CODE_MESSAGES[kind];
  if (!code) throw new FormError({ mfa_code: MFA_REQUIRED });
  if (!(await stepUp(scope, code, to))) throw new FormError({ mfa_code: MFA_INVALID });
}

export const forms = {
  submit: sessionForm({
    page: (sent) =>
      verifyPath({ next: nextOf(sent), to: contextIn(sent), withRecovery: isRecovery(sent) }),
    fields: { mfa_code: CODE_FIELDS.app, ...PASSKEY_FIELDS },
    submit: async ({ scope, values, ...sent }) => {
      const [context, next] = [contextIn(sent), nextOf(sent)];
      if (sent.fields.has("mfa_code")) {
        await verifyCode(scope, values.mfa_code, isRecovery(sent) ? "recovery" : "app", context);
      } else {
        const verified = await stepUpWithPasskey(scope, readAnswer(values));
        if (verified === "expired") throw new FormError(PASSKEY_EXPIRED);
        if (!verified) throw new FormError(PASSKEY_REFUSED);
      }
      return context ? enterContext(scope, context, pageIn(context, next)) : next;
    },
  }),
};
