CREATE TABLE "legal_texts" (
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_texts_kind_version_pk" PRIMARY KEY("kind","version")
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "po_number" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "payment_method" jsonb;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "canceled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "po_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD COLUMN "days_min" integer;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD COLUMN "days_max" integer;--> statement-breakpoint
CREATE INDEX "orders_po_number_text" ON "orders" USING gin (po_number gin_trgm_ops) WHERE "orders"."po_number" is not null;