-- Banks' references and customer IDs that look the same are the same.

-- What a reference is compared by: without control and default-ignorable characters, then without whitespace at its
-- ends, then in NFC. The text itself if nothing is left, or if it isn't compared in its canonical form.
CREATE FUNCTION "reference_key"(reference text, canonical boolean) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN canonical THEN coalesce(nullif(normalize(btrim(regexp_replace(reference,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e'
    '\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff]', '', 'g'),
    U&'\0020\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000'), NFC), ''),
    reference) ELSE reference END
$$;

-- False for what was stored before: its indexes can't fail on two that look the same.
ALTER TABLE "donation" ADD COLUMN "canonical_key" boolean NOT NULL DEFAULT false;
ALTER TABLE "account" ADD COLUMN "canonical_key" boolean NOT NULL DEFAULT false;
