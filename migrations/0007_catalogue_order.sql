ALTER TABLE "products" ADD COLUMN "family" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "position" integer DEFAULT 1000000 NOT NULL;--> statement-breakpoint
CREATE INDEX "products_sold_position" ON "products" USING btree ("position","id","category","type","family") WHERE is_active and is_published and not is_archived;--> statement-breakpoint
CREATE INDEX "products_family" ON "products" USING btree ("family","position","id") WHERE family is not null;