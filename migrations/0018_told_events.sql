ALTER TABLE "notifications" ADD COLUMN "event" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "event" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "notifications_event" ON "notifications" USING btree ("event","user_id") WHERE "notifications"."event" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "outbox_event" ON "outbox" USING btree ("event","channel","user_id") WHERE "outbox"."event" is not null;