CREATE TABLE "book_differences" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"reference_type" text NOT NULL,
	"reference_id" text NOT NULL,
	"expected" bigint NOT NULL,
	"found" bigint NOT NULL,
	"cause" text NOT NULL,
	"org_id" uuid,
	"invoice_id" uuid,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_run" uuid NOT NULL,
	"opened_again_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "book_records" (
	"side" text NOT NULL,
	"object_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"charge_id" text,
	"payment_intent" text,
	"customer" text,
	"external_id" text,
	"invoice_id" uuid,
	"subscription_id" uuid,
	"run_id" uuid NOT NULL,
	CONSTRAINT "book_records_side_object_id_kind_pk" PRIMARY KEY("side","object_id","kind")
);
--> statement-breakpoint
CREATE TABLE "book_runs" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"totals" jsonb NOT NULL,
	"open_differences" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "book_differences_reference_unique" ON "book_differences" USING btree ("kind","reference_type","reference_id");--> statement-breakpoint
CREATE INDEX "book_differences_first_seen_at" ON "book_differences" USING btree ("first_seen_at","id","kind","closed_at");--> statement-breakpoint
CREATE INDEX "book_differences_open" ON "book_differences" USING btree ("first_seen_at") WHERE "book_differences"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "book_differences_reference_text" ON "book_differences" USING gin (reference_id gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "book_records_charge_id" ON "book_records" USING btree ("charge_id") WHERE "book_records"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "book_records_external_id" ON "book_records" USING btree ("external_id") WHERE "book_records"."external_id" is not null;