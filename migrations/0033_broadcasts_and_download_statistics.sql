CREATE TABLE "broadcast_recipients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"in_app" boolean NOT NULL,
	"mail" text NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"user_id" uuid,
	"org_id" uuid,
	"roles" text[],
	"channels" text[] NOT NULL,
	"created_by" uuid,
	"sent_by" uuid,
	"sent_at" timestamp (3) with time zone,
	"people" integer DEFAULT 0 NOT NULL,
	"organizations" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_recipients_waiting" ON "broadcast_recipients" USING btree ("broadcast_id","id") WHERE "broadcast_recipients"."told_at" is null;--> statement-breakpoint
CREATE INDEX "broadcast_recipients_email" ON "broadcast_recipients" USING btree ("broadcast_id","email","id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_created_at" ON "broadcast_recipients" USING btree ("broadcast_id","created_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_created_at" ON "broadcasts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_sent_at" ON "broadcasts" USING btree ("sent_at","id") WHERE "broadcasts"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "downloads_software" ON "downloads" USING btree ("software_id","created_at","version_id","org_id");