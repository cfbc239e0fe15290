/** What is told of a donation that was refused, wherever it was to be given. */
import type { FormErrors } from "#app/forms/form-state.ts";

/**
 * All that is wrong at once: a message that is too long must not hide what the school has against the
 * amount, which is looked at only where the rest is in order.
 * @param draft looks at a request as the form's own does
 */
export async function collectErrors(
  thrown: unknown,
  asked: object,
  draft: (asked: object) => Promise<unknown>,
  tell: (thrown: unknown) => FormErrors,
): Promise<FormErrors> {
  const errors = tell(thrown);
  if (!errors.cardholder_message) return errors;
  const others = await draft({ ...asked, cardholder_message: null }).then(() => ({}), tell);
  return { ...others, ...errors };
}
