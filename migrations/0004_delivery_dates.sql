ALTER TABLE "orders" ADD COLUMN "ships_by" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrives_from" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrives_by" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "lead_days" integer;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "holidays" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkout_attempts_org_method" ON "checkout_attempts" USING btree ("org_id","payment_method_id","updated_at");