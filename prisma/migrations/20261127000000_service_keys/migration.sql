-- What tells service keys apart in a list, and a bound on their networks.
ALTER TABLE "service_key"
  -- The last characters of the key.
  ADD COLUMN "hint" text NOT NULL DEFAULT '',
  ADD CONSTRAINT "service_key_hint" CHECK (char_length("hint") <= 4) NOT VALID,
  ADD CONSTRAINT "service_key_networks" CHECK (cardinality("networks") BETWEEN 1 AND 20) NOT VALID;
