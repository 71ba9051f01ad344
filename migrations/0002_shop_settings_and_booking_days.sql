CREATE TABLE "shop_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_settings_is_only" CHECK ("shop_settings"."is_only")
);
--> statement-breakpoint
INSERT INTO "shop_settings" DEFAULT VALUES;--> statement-breakpoint
ALTER TABLE "payment_ledger" ADD COLUMN "booked_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Until now the time of the record stood for the provider's.
UPDATE "payment_ledger" SET "booked_at" = "created_at";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_ledger_booked_at" ON "payment_ledger" USING btree ("booked_at","id","kind","org_id","invoice_id","amount_cents");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_ledger_org_booked_at" ON "payment_ledger" USING btree ("org_id","booked_at","id","kind");