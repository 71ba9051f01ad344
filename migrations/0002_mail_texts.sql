CREATE TABLE "mail_texts" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"preheader" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"action" text NOT NULL,
	"footnote" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "texts" jsonb;