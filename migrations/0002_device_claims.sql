CREATE TABLE "made_serials" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"product_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "verified_by" text;--> statement-breakpoint
ALTER TABLE "made_serials" ADD CONSTRAINT "made_serials_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "made_serials_serial_unique" ON "made_serials" USING btree (upper("serial"));--> statement-breakpoint
CREATE INDEX "made_serials_text" ON "made_serials" USING gin (serial gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "made_serials_created_at" ON "made_serials" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "made_serials_product_id" ON "made_serials" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "devices_claims" ON "devices" USING btree ("org_id","created_at",upper("serial"),"is_deleted") WHERE verified_by is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "devices_unverified" ON "devices" USING btree ("created_at","id") WHERE verified_by is null and not is_deleted;--> statement-breakpoint
-- Serial numbers that were shipped were made, and their devices are the buyers'.
INSERT INTO "made_serials" ("product_id", "serial", "created_at")
SELECT l.product_id, s.serial, s.created_at
FROM package_serials s JOIN order_lines l ON l.id = s.line_id
WHERE l.product_id IS NOT NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "devices" SET "verified_by" = 'shipment'
FROM package_serials s JOIN packages p ON p.id = s.package_id JOIN orders o ON o.id = p.order_id
WHERE upper(s.serial) = upper(devices.serial) AND o.org_id = devices.org_id AND NOT devices.is_deleted;
