ALTER TABLE "invoices" ADD COLUMN "applied_balance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "unclear_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "devices_removed" ON "devices" USING btree ("org_id",upper("serial")) WHERE is_deleted;