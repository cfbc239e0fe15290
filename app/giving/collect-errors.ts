/** Collects all errors of a refused donation. */
import type { FormErrors } from "#app/forms/form-state.ts";

/**
 * Business rules run only on a valid body, so an overlong message would hide them: validate again without
 * the message, and merge.
 * @param draft validates a request as the form does
 */
export async function collectErrors(
  thrown: unknown,
  input: object,
  draft: (input: object) => Promise<unknown>,
  tell: (thrown: unknown) => FormErrors,
): Promise<FormErrors> {
  const errors = tell(thrown);
  if (!errors.cardholder_message) return errors;
  const others = await draft({ ...input, cardholder_message: null }).then(() => ({}), tell);
  return { ...others, ...errors };
}
