DROP INDEX "devices_org_id";--> statement-breakpoint
DROP INDEX "organizations_created_at";--> statement-breakpoint
CREATE INDEX "organizations_updated_at" ON "organizations" USING btree ("updated_at","id","price_level_name","industry");--> statement-breakpoint
CREATE INDEX "organizations_name" ON "organizations" USING btree ("name","id","price_level_name","industry");--> statement-breakpoint
CREATE INDEX "organizations_text" ON "organizations" USING gin ((name || ' ' || coalesce(billing_email, '') || ' ' || coalesce(notes, '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "devices_created_at" ON "devices" USING btree ("org_id","created_at","id","product_id","serial") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "devices_updated_at" ON "devices" USING btree ("org_id","updated_at","id","product_id","serial") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "devices_serial" ON "devices" USING btree ("org_id","serial","id","product_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "organizations_created_at" ON "organizations" USING btree ("created_at","id","price_level_name","industry");