-- Where somebody has signed in before, as a keyed hash: what others do there must not keep them out.
ALTER TABLE "session_family" ADD COLUMN "network_hash" bytea;
