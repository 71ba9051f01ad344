ALTER TABLE "invoices" ADD COLUMN "po_number" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_po_number_text" ON "invoices" USING gin (po_number gin_trgm_ops) WHERE "invoices"."po_number" is not null;