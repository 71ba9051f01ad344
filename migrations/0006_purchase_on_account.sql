ALTER TABLE "carts" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "remind_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_terms_days" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "payment_terms_days" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "credit_limit" bigint;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "is_po_number_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_on_account" ON "invoices" USING btree ("org_id","due_on","id","amount") WHERE due_on is not null and closed_as is null and payment_status in ('pending', 'declined');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_remind_on" ON "invoices" USING btree ("remind_on") WHERE remind_on is not null;