ALTER TABLE "carts" ADD COLUMN IF NOT EXISTS "seen_shipping" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN IF NOT EXISTS "previous_shipping" jsonb;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD COLUMN IF NOT EXISTS "free_from" bigint;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD COLUMN IF NOT EXISTS "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD COLUMN IF NOT EXISTS "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD COLUMN IF NOT EXISTS "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- The only place that says which rates a country has and what they cost: lists, carts, checkout and orders by link call it.
-- A country with rates of its own, switched off or not, never falls back to those of everywhere else.
CREATE OR REPLACE FUNCTION shipping_offers(to_country text, goods bigint)
RETURNS TABLE (
	id uuid, country text, option text, price bigint, full_price bigint, free_from bigint, days_min int, days_max int
)
LANGUAGE sql STABLE AS $$
	SELECT r.id, r.country, r.option, CASE WHEN goods >= r.free_from THEN 0 ELSE r.price END, r.price, r.free_from,
		r.days_min, r.days_max
	FROM shipping_rates r
	WHERE r.is_active
		AND (
			r.country = to_country
			OR (r.country IS NULL AND NOT EXISTS (SELECT 1 FROM shipping_rates own WHERE own.country = to_country))
		)
$$;--> statement-breakpoint
-- What the goods of a cart cost, as its buyer last saw their prices; plans are charged apart.
CREATE OR REPLACE FUNCTION cart_goods(quantities jsonb, prices jsonb) RETURNS bigint LANGUAGE sql STABLE AS $$
	SELECT coalesce(sum((quantities ->> p.id::text)::bigint * (prices ->> p.id::text)::bigint), 0)::bigint
	FROM products p
	WHERE p.id IN (SELECT key::uuid FROM jsonb_object_keys(quantities) key) AND p.subscription_term IS NULL
$$;--> statement-breakpoint
-- What shipping costs a cart; null where nothing of it ships, or where its rate is not offered for its address.
CREATE OR REPLACE FUNCTION cart_shipping(rate_id uuid, to_address jsonb, quantities jsonb, prices jsonb)
RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', o.id, 'country', to_address -> 'shipping' ->> 'country', 'option', o.option, 'price', o.price,
		'full_price', o.full_price, 'free_from', o.free_from, 'days_min', o.days_min, 'days_max', o.days_max
	)
	FROM shipping_offers(to_address -> 'shipping' ->> 'country', cart_goods(quantities, prices)) o
	WHERE o.id = rate_id
		AND to_address -> 'shipping' ->> 'country' IS NOT NULL
		AND EXISTS (
			SELECT 1 FROM products p
			WHERE p.id IN (SELECT key::uuid FROM jsonb_object_keys(quantities) key) AND p.type = 'hardware'
		)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_cart_shipping() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	shown jsonb := cart_shipping(new.shipping_rate_id, new.address, new.products, new.seen_prices);
BEGIN
	new.previous_shipping := CASE
		WHEN shown IS DISTINCT FROM old.seen_shipping
			AND new.shipping_rate_id IS NOT DISTINCT FROM old.shipping_rate_id
			AND new.address -> 'shipping' IS NOT DISTINCT FROM old.address -> 'shipping'
		THEN old.seen_shipping
	END;
	new.seen_shipping := shown;
	RETURN new;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER carts_note_shipping BEFORE UPDATE OF products, seen_prices, address, shipping_rate_id ON carts
	FOR EACH ROW WHEN (new.shipping_rate_id IS NOT NULL OR old.seen_shipping IS NOT NULL)
	EXECUTE FUNCTION note_cart_shipping();--> statement-breakpoint
UPDATE carts c SET seen_shipping = cart_shipping(c.shipping_rate_id, c.address, c.products, c.seen_prices) WHERE NOT c.is_complete AND c.shipping_rate_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "shipping_rates_option_unique" ON "shipping_rates" USING btree (coalesce("country", ''),lower("option"));--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD CONSTRAINT "shipping_rates_days" CHECK (("shipping_rates"."days_min" is null) = ("shipping_rates"."days_max" is null) and 0 <= "shipping_rates"."days_min" and "shipping_rates"."days_min" <= "shipping_rates"."days_max") NOT VALID;
