-- A held credit is pending, and no attempt begins: its bank or an operator looks at it first.
ALTER TABLE "credit"
  ADD COLUMN "held_at" timestamptz(3),
  ADD COLUMN "hold_reason" text,
  -- When it was last released. A review of the account that began before holds it no more.
  ADD COLUMN "released_at" timestamptz(3);
