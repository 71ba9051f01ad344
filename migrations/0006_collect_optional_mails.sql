CREATE TABLE "digest_entries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"event" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "digest_entries" ADD CONSTRAINT "digest_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digest_entries_waiting" ON "digest_entries" USING btree ("user_id") WHERE "digest_entries"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "digest_entries_event" ON "digest_entries" USING btree ("event","user_id") WHERE "digest_entries"."event" is not null;