-- Removing a membership deletes its sessions.
CREATE INDEX CONCURRENTLY "session_family_membership" ON "session_family" ("membership_id") WHERE "membership_id" IS NOT NULL;
