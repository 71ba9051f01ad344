-- Each statement can run again, because an index made CONCURRENTLY is made outside of a transaction.
-- The term of a plan stays while a subscription to it is live. PostgreSQL has locked the product before the trigger runs, and
-- the function's statement sees what was committed until then: whoever begins a subscription holds the product FOR SHARE.
CREATE OR REPLACE FUNCTION refuse_term_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT 1 FROM subscriptions
		WHERE product_id = OLD.id AND status NOT IN ('canceled', 'incomplete_expired')
			AND (cancel_at IS NULL OR cancel_at > now())
	) THEN
		RAISE EXCEPTION 'product % has live subscriptions', OLD.id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'products_term_unused';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_refuse_term_in_use BEFORE UPDATE OF subscription_term ON products
	FOR EACH ROW WHEN (OLD.subscription_term IS DISTINCT FROM NEW.subscription_term) EXECUTE FUNCTION refuse_term_in_use();--> statement-breakpoint
-- Of products with one SKU the one most in use keeps it; the others get their id behind it, and the audit log tells.
WITH ranked AS (
	SELECT id, row_number() OVER (
		PARTITION BY lower(sku) ORDER BY net_suite_id IS NULL, is_archived, NOT is_published, created_at, id
	) AS place
	FROM products WHERE sku IS NOT NULL
), p AS (
	UPDATE products SET sku = products.sku || ' (duplicate ' || right(products.id::text, 12) || ')',
		updated_at = greatest(now(), products.updated_at + interval '1 millisecond')
	FROM ranked WHERE ranked.id = products.id AND ranked.place > 1
	RETURNING products.id, old.sku AS before, new.sku AS after
)
INSERT INTO audit_log (actor_kind, action, subject_type, subject_id, data)
SELECT 'system', 'updateProduct', 'product', id::text,
	jsonb_build_object('job', 'migration', 'changes', jsonb_build_object('sku', jsonb_build_array(before, after)))
FROM p;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "products_sku_unique" ON "products" USING btree (lower(sku)) WHERE "products"."sku" is not null;
