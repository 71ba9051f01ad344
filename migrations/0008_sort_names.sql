-- Names as people sort them: case and accents aside, digits by value; ties by bytes (https://unicode.org/reports/tr35/tr35-collation.html#Setting_Options)
CREATE COLLATION IF NOT EXISTS "names" (provider = icu, locale = 'und-u-ks-level1-kn-true');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_by_name" ON "organizations" USING btree ("name" collate "names","id","price_level_name","industry");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_by_name" ON "products" USING btree ("name" collate "names","id","category","type","is_active","is_archived","is_published");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_sold_by_name" ON "products" USING btree ("name" collate "names","id","category","type") WHERE is_active and is_published and not is_archived;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_first_name" ON "users" USING btree ("first_name" collate "names","id","is_active","roles");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_by_last_name" ON "users" USING btree ("last_name" collate "names","id","is_active","roles");