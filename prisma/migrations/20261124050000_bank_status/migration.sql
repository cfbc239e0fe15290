-- Suspended and closed banks make no links, embed tokens, or gifts; the accepting statement checks it.
ALTER TABLE "bank"
  ADD COLUMN "status" text NOT NULL DEFAULT 'active' CHECK ("status" IN ('active', 'suspended', 'closed')),
  -- Why it was suspended or closed.
  ADD COLUMN "status_reason" text;
