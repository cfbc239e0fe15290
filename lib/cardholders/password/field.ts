import { MAX_PASSWORD_LENGTH } from "../../auth/passwords/hashing.ts";
import { lengthProblems } from "../../auth/passwords/policy.ts";
import { env } from "../../env.ts";
import { addViolation, storable } from "../../fields.ts";

/** A new password of an allowed length. The domain checks whether it is easy to guess. */
export const newPassword = storable
  .check((context) => {
    for (const { type, msg } of lengthProblems(context.value)) addViolation(context, type, msg);
  })
  .meta({
    // Configured: read when the document is made.
    get minLength() {
      return env().passwordMinLength;
    },
    maxLength: MAX_PASSWORD_LENGTH,
  });
