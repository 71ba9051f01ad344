ALTER TABLE "outbox" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "reported_at" timestamp (3) with time zone;