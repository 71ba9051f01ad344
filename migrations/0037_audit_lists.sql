-- What is older than the chain becomes part of it by one entry that holds the hash of all of it. From the migration before on
-- every entry is chained when it is committed, so that nothing is added to them meanwhile.
INSERT INTO "audit_log" ("actor_kind", "action", "subject_type", "subject_id", "data")
SELECT 'system', 'sealAuditLog', 'audit_log', 'before', jsonb_build_object(
	'entries', count(*),
	'sha256', encode(sha256(convert_to(string_agg(encode(sha256(convert_to(audit_text(
		jsonb_populate_record(old, jsonb_build_object('data_hash', encode(sha256(convert_to(old.data::text, 'UTF8')), 'hex')))
	), 'UTF8')), 'hex'), '' ORDER BY id), 'UTF8')), 'hex')
)
FROM "audit_log" old
WHERE seq IS NULL AND NOT EXISTS (SELECT 1 FROM "audit_log" WHERE action = 'sealAuditLog')
HAVING count(*) > 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_time" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_impersonator" ON "audit_log" USING btree ("impersonator_id","created_at","id") WHERE "audit_log"."impersonator_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_action" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_subject_id" ON "audit_log" USING btree ("subject_id","created_at","id");