-- The ids of rows whose text holds a pattern, by the trigram index of that text, at most so many. The planner believes that a
-- table of which most rows fit is read faster from end to end; how long a search takes must not hang on what is searched for.
CREATE FUNCTION ids_holding(index regclass, pattern text, most int) RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 100
	SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
DECLARE
	statement text;
BEGIN
	SELECT format('SELECT id FROM %s WHERE (%s) ILIKE $1%s LIMIT $2', indrelid::regclass, pg_get_indexdef(indexrelid, 1, false),
			' AND (' || pg_get_expr(indpred, indrelid) || ')')
		INTO STRICT statement FROM pg_index WHERE indexrelid = index;
	RETURN QUERY EXECUTE statement USING pattern, most;
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_unsettled" ON "invoices" USING btree ("payment_status","amount") WHERE payment_status in ('pending', 'declined', 'disputed', 'refund_failed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_lower_number" ON "invoices" USING btree (lower(stripe_invoice_no)) WHERE "invoices"."stripe_invoice_no" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_lower_po_number" ON "invoices" USING btree (lower(po_number)) WHERE "invoices"."po_number" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_serials" ON "order_lines" USING gin ("serial_number");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_lower_po_number" ON "orders" USING btree (lower(po_number)) WHERE "orders"."po_number" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_cart_no" ON "orders" USING btree ("cart_no") WHERE "orders"."cart_no" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_stripe_id" ON "orders" USING btree ("stripe_id") WHERE "orders"."stripe_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_tracking" ON "orders" USING gin ((shipping_data -> 'packages') jsonb_path_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "packages_tracking" ON "packages" USING btree (upper(tracking_id)) WHERE "packages"."tracking_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "devices_serial_text" ON "devices" USING gin (serial gin_trgm_ops) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_lower_sku" ON "products" USING btree (lower(sku)) WHERE "products"."sku" is not null;