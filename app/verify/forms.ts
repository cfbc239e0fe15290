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
import { readContextName } from "#lib/auth/tenants.ts";
import { stepUp } from "#lib/cardholders/mfa/step-up.ts";

const nextOf = ({ fields }: FormPost) => returnPath(fields.get("next"));
const contextIn = ({ fields }: FormPost) => readContextName(fields.get("to") ?? "") ?? undefined;

export const forms = {
  submit: sessionForm({
    page: (sent) =>
      verifyPath({ next: nextOf(sent), to: contextIn(sent), withRecovery: isRecovery(sent) }),
    fields: { mfa_code: CODE_FIELDS.app, ...PASSKEY_FIELDS },
    submit: async ({ scope, values, ...sent }) => {
      const [context, next] = [contextIn(sent), nextOf(sent)];
      const isCode = sent.fields.has("mfa_code");
      const { MFA_REQUIRED, MFA_INVALID } = CODE_MESSAGES[isRecovery(sent) ? "recovery" : "app"];
      if (isCode && !values.mfa_code) throw new FormError({ mfa_code: MFA_REQUIRED });
      const verified = await stepUp(scope, isCode ? values.mfa_code : readAnswer(values), context);
      if (verified === "expired") throw new FormError(PASSKEY_EXPIRED);
      if (!verified) throw new FormError(isCode ? { mfa_code: MFA_INVALID } : PASSKEY_REFUSED);
      return context ? enterContext(scope, context, pageIn(context, next)) : next;
    },
  }),
};
