CREATE TABLE "client_errors" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"fingerprint" text NOT NULL,
	"level" text NOT NULL,
	"type" text NOT NULL,
	"message" text NOT NULL,
	"release" text,
	"page" text,
	"browser" text NOT NULL,
	"stack" text,
	"count" bigint DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "client_errors_fingerprint_unique" ON "client_errors" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "client_errors_last_seen_at" ON "client_errors" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "client_errors_first_seen_at" ON "client_errors" USING btree ("first_seen_at","id");--> statement-breakpoint
CREATE INDEX "client_errors_count" ON "client_errors" USING btree ("count","id");