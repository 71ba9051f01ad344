DROP INDEX "orders_org_status";--> statement-breakpoint
DROP INDEX "orders_status_created_at";--> statement-breakpoint
DROP INDEX "products_category";--> statement-breakpoint
DROP INDEX "account_requests_status_created_at";--> statement-breakpoint
DROP INDEX "account_requests_created_at";--> statement-breakpoint
DROP INDEX "invoices_org_created_at";--> statement-breakpoint
DROP INDEX "invoices_created_at";--> statement-breakpoint
DROP INDEX "invoices_payment_status";--> statement-breakpoint
DROP INDEX "orders_org_created_at";--> statement-breakpoint
DROP INDEX "orders_created_at";--> statement-breakpoint
DROP INDEX "products_name";--> statement-breakpoint
DROP INDEX "products_created_at";--> statement-breakpoint
DROP INDEX "products_sold_created_at";--> statement-breakpoint
DROP INDEX "products_sold_name";--> statement-breakpoint
DROP INDEX "subscriptions_org_created_at";--> statement-breakpoint
DROP INDEX "subscriptions_created_at";--> statement-breakpoint
DROP INDEX "users_created_at";--> statement-breakpoint
CREATE INDEX "account_requests_updated_at" ON "account_requests" USING btree ("updated_at","id","status");--> statement-breakpoint
CREATE INDEX "account_requests_email" ON "account_requests" USING btree ("email","id","status");--> statement-breakpoint
CREATE INDEX "account_requests_first_name" ON "account_requests" USING btree ("first_name","id","status");--> statement-breakpoint
CREATE INDEX "account_requests_last_name" ON "account_requests" USING btree ("last_name","id","status");--> statement-breakpoint
CREATE INDEX "account_requests_org_name" ON "account_requests" USING btree ("org_name","id","status");--> statement-breakpoint
CREATE INDEX "account_requests_status" ON "account_requests" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "invoices_updated_at" ON "invoices" USING btree ("updated_at","id","org_id","payment_status","stripe_invoice_no");--> statement-breakpoint
CREATE INDEX "invoices_amount" ON "invoices" USING btree ("amount","id","org_id","payment_status","stripe_invoice_no");--> statement-breakpoint
CREATE INDEX "invoices_payment_status_id" ON "invoices" USING btree ("payment_status","id","org_id","stripe_invoice_no");--> statement-breakpoint
CREATE INDEX "invoices_number_text" ON "invoices" USING gin ((coalesce(stripe_invoice_no, '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_updated_at" ON "orders" USING btree ("updated_at","id","org_id","status","payment_status","order_number");--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total","id","org_id","status","payment_status","order_number");--> statement-breakpoint
CREATE INDEX "orders_order_number" ON "orders" USING btree ("order_number","id","org_id","status","payment_status");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","id","org_id","payment_status","order_number");--> statement-breakpoint
CREATE INDEX "orders_payment_status" ON "orders" USING btree ("payment_status","created_at","id","org_id","status","order_number");--> statement-breakpoint
CREATE INDEX "products_sku" ON "products" USING btree ("sku","id","category","type","is_active","is_archived","is_published");--> statement-breakpoint
CREATE INDEX "products_updated_at" ON "products" USING btree ("updated_at","id","category","type","is_active","is_archived","is_published");--> statement-breakpoint
CREATE INDEX "products_sold_price" ON "products" USING btree ("id","category","type","price_levels") WHERE is_active and is_published and not is_archived;--> statement-breakpoint
CREATE INDEX "subscriptions_updated_at" ON "subscriptions" USING btree ("updated_at","id","org_id","product_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_period_end" ON "subscriptions" USING btree ("current_period_end","id","org_id","product_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("status","id","org_id","product_id");--> statement-breakpoint
CREATE INDEX "subscriptions_product_created_at" ON "subscriptions" USING btree ("product_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "users_updated_at" ON "users" USING btree ("updated_at","id","is_active","roles");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email","id","is_active","roles");--> statement-breakpoint
CREATE INDEX "users_first_name" ON "users" USING btree ("first_name","id","is_active","roles");--> statement-breakpoint
CREATE INDEX "users_last_name" ON "users" USING btree ("last_name","id","is_active","roles");--> statement-breakpoint
CREATE INDEX "account_requests_status_created_at" ON "account_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "account_requests_created_at" ON "account_requests" USING btree ("created_at","id","status");--> statement-breakpoint
CREATE INDEX "invoices_org_created_at" ON "invoices" USING btree ("org_id","created_at","id","payment_status","stripe_invoice_no");--> statement-breakpoint
CREATE INDEX "invoices_created_at" ON "invoices" USING btree ("created_at","id","org_id","payment_status","stripe_invoice_no");--> statement-breakpoint
CREATE INDEX "invoices_payment_status" ON "invoices" USING btree ("payment_status","created_at","id","org_id","stripe_invoice_no");--> statement-breakpoint
CREATE INDEX "orders_org_created_at" ON "orders" USING btree ("org_id","created_at","id","status","payment_status","order_number");--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at","id","org_id","status","payment_status","order_number");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("name","id","category","type","is_active","is_archived","is_published");--> statement-breakpoint
CREATE INDEX "products_created_at" ON "products" USING btree ("created_at","id","category","type","is_active","is_archived","is_published");--> statement-breakpoint
CREATE INDEX "products_sold_created_at" ON "products" USING btree ("created_at","id","category","type") WHERE is_active and is_published and not is_archived;--> statement-breakpoint
CREATE INDEX "products_sold_name" ON "products" USING btree ("name","id","category","type") WHERE is_active and is_published and not is_archived;--> statement-breakpoint
CREATE INDEX "subscriptions_org_created_at" ON "subscriptions" USING btree ("org_id","created_at","id","product_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_created_at" ON "subscriptions" USING btree ("created_at","id","org_id","product_id","status");--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id","is_active","roles");--> statement-breakpoint
-- The data lies in memory or on solid-state disks, where a page anywhere costs hardly more than the next one; PostgreSQL's
-- own figure of 4 is that of a turning disk and makes it read whole tables instead of an index.
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database()); END $$;
