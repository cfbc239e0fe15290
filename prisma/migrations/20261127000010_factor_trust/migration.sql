-- What a second factor is worth depends on what was proved before: see docs/decisions/0048.
ALTER TABLE "cardholder"
  -- When the password was last set with an emailed link.
  ADD COLUMN "password_reset_at" timestamptz(3),
  -- When the first of the second factors was added. Null without one, and for those from before this column.
  ADD COLUMN "factors_since" timestamptz(3);

-- Whether it signs in only after the password: its owner set that with an emailed link since the passkey last did.
ALTER TABLE "passkey" ADD COLUMN "needs_password" boolean NOT NULL DEFAULT false;

-- Whether the second factor that was last proved in it was a recovery code, which opens no team.
ALTER TABLE "session_family" ADD COLUMN "verified_by_recovery_code" boolean NOT NULL DEFAULT false;
