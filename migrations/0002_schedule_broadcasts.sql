ALTER TABLE "broadcasts" ADD COLUMN "send_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "scheduled_by" uuid;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "missed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "broadcasts_send_at" ON "broadcasts" USING btree ("send_at","id") WHERE "broadcasts"."sent_at" is null and "broadcasts"."send_at" is not null;