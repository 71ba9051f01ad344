-- What the worker may do, granted anew after every migration by db/migrate.ts. The role itself is made by
-- `npm run db:roles`; it owns nothing, so that it can change no table, and is no member of anything.
GRANT USAGE ON SCHEMA public, drizzle TO crunchbox_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO crunchbox_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO crunchbox_worker;
GRANT SELECT ON drizzle.__drizzle_migrations TO crunchbox_worker;
-- What was written there stays: who holds the worker's key cannot make money or deeds unhappen.
REVOKE UPDATE, DELETE ON payment_ledger, audit_log FROM crunchbox_worker;
-- Where the log's chain ends is moved by its trigger alone.
REVOKE INSERT, UPDATE, DELETE ON audit_head FROM crunchbox_worker;
