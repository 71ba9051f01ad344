-- Privileges of the worker's role, granted after every migration by db/migrate.ts. `npm run db:roles` creates the role;
-- it owns nothing, so it cannot change tables, and is a member of no other role.
GRANT USAGE ON SCHEMA public, drizzle TO crunchbox_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO crunchbox_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO crunchbox_worker;
GRANT SELECT ON drizzle.__drizzle_migrations TO crunchbox_worker;
-- Append-only: a stolen key of the worker cannot rewrite payments or the audit log.
REVOKE UPDATE, DELETE ON payment_ledger, audit_log FROM crunchbox_worker;
-- Only triggers move the end of the chain and split entries of the ledger.
REVOKE INSERT, UPDATE, DELETE ON audit_head, ledger_parts FROM crunchbox_worker;
