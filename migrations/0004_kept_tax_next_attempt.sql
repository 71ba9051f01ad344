ALTER TABLE "carts" ADD COLUMN "tax_calculation" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;