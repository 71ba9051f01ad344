CREATE TABLE "timers" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "last_status" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "batch_id" bigint;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "link_minutes" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "resent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_returned" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "returned_email" text;--> statement-breakpoint
CREATE INDEX "outbox_batches" ON "outbox" USING btree ("batch_id") WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_given_up" ON "outbox" USING btree ("failed_at") WHERE "outbox"."failed_at" is not null;