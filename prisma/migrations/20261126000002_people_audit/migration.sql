-- A tenant's audit log, newest first.
CREATE INDEX CONCURRENTLY "audit_entry_tenant" ON "audit_entry" ("tenant", "id") WHERE "tenant" IS NOT NULL;
