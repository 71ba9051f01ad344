CREATE SEQUENCE quote_numbers START 1001;--> statement-breakpoint
CREATE TABLE "quote_messages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"quote_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_from_shop" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"quote_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"pieces" jsonb NOT NULL,
	"subtotal" bigint NOT NULL,
	"discount_percent" double precision,
	"discount" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"total" bigint NOT NULL,
	"text" text,
	"valid_until" date NOT NULL,
	"sent_by" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"quote_number" text DEFAULT 'Q' || lpad(nextval('quote_numbers')::text, 8, '0') NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"started_by" uuid,
	"status" text DEFAULT 'requested' NOT NULL,
	"note" text,
	"requested" jsonb NOT NULL,
	"address" jsonb DEFAULT '{"billing":null,"shipping":null}'::jsonb NOT NULL,
	"shipping_rate_id" uuid,
	"asked_for" text,
	"draft" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"total" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"reason" text,
	"cart_id" uuid,
	"accepted_by" uuid,
	"accepted_at" timestamp (3) with time zone,
	"order_by" timestamp (3) with time zone,
	"order_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "quoted" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "set_aside" jsonb;--> statement-breakpoint
ALTER TABLE "quote_messages" ADD CONSTRAINT "quote_messages_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quote_messages_quote_id" ON "quote_messages" USING btree ("quote_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quote_versions_unique" ON "quote_versions" USING btree ("quote_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_quote_number_unique" ON "quotes" USING btree ("quote_number");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_asked_for_unique" ON "quotes" USING btree ("asked_for");--> statement-breakpoint
CREATE INDEX "quotes_created_at" ON "quotes" USING btree ("created_at","id","status");--> statement-breakpoint
CREATE INDEX "quotes_updated_at" ON "quotes" USING btree ("updated_at","id","status");--> statement-breakpoint
CREATE INDEX "quotes_total" ON "quotes" USING btree ("total","id","status");--> statement-breakpoint
CREATE INDEX "quotes_org_id" ON "quotes" USING btree ("org_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "quotes_cart_id" ON "quotes" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "quotes_sent" ON "quotes" USING btree ("expires_at") WHERE "quotes"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "quotes_accepted" ON "quotes" USING btree ("order_by") WHERE "quotes"."status" = 'accepted';--> statement-breakpoint
CREATE FUNCTION keep_quote_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	RAISE EXCEPTION 'a sent quote is followed by another version, never changed'
		USING ERRCODE = 'check_violation', CONSTRAINT = 'quote_versions_kept';
END $$
;--> statement-breakpoint
CREATE TRIGGER quote_versions_keep BEFORE UPDATE OR DELETE ON quote_versions FOR EACH ROW EXECUTE FUNCTION keep_quote_version();--> statement-breakpoint
-- An approval that ends without an order gives an accepted quote back.
CREATE FUNCTION return_quote()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE quotes
	SET status = CASE WHEN expires_at > now() THEN 'sent' ELSE 'expired' END, cart_id = NULL, accepted_by = NULL,
		accepted_at = NULL, order_by = NULL, updated_at = greatest(now(), updated_at + interval '1 millisecond')
	WHERE cart_id = NEW.cart_id AND status = 'accepted';
	RETURN NULL;
END $$
;--> statement-breakpoint
CREATE TRIGGER approval_requests_return_quote AFTER UPDATE OF status ON approval_requests FOR EACH ROW WHEN (new.status IN ('rejected', 'canceled', 'expired', 'failed')) EXECUTE FUNCTION return_quote();--> statement-breakpoint
-- The rates of a cart. A quote sets their price, for those that cost no more by themselves, and the cheapest.
CREATE FUNCTION cart_offers(to_country text, goods bigint, quoted jsonb)
 RETURNS TABLE(id uuid, country text, option text, price bigint, full_price bigint, free_from bigint, days_min integer, days_max integer)
 LANGUAGE sql
 STABLE
AS $$
	SELECT o.id, o.country, o.option, coalesce(q.price, o.price), coalesce(q.price, o.full_price),
		CASE WHEN q.price IS NULL THEN o.free_from END, o.days_min, o.days_max
	FROM (SELECT s.*, min(s.price) OVER () AS lowest FROM shipping_offers(to_country, goods) s) o,
		(SELECT (quoted ->> 'shipping')::bigint AS price) q
	WHERE q.price IS NULL OR o.price <= q.price OR o.price = o.lowest
$$
;--> statement-breakpoint
CREATE FUNCTION cart_shipping(rate_id uuid, to_address jsonb, quantities jsonb, prices jsonb, quoted jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $$
	SELECT jsonb_build_object(
		'id', o.id, 'country', to_address -> 'shipping' ->> 'country', 'option', o.option, 'price', o.price,
		'full_price', o.full_price, 'free_from', o.free_from, 'days_min', o.days_min, 'days_max', o.days_max
	)
	FROM cart_offers(to_address -> 'shipping' ->> 'country', cart_goods(quantities, prices), quoted) o
	WHERE o.id = rate_id
		AND to_address -> 'shipping' ->> 'country' IS NOT NULL
		AND EXISTS (
			SELECT 1 FROM products p
			WHERE p.id IN (SELECT key::uuid FROM jsonb_object_keys(quantities) key) AND p.type = 'hardware'
		)
$$
;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_cart_shipping()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
	shown jsonb := cart_shipping(new.shipping_rate_id, new.address, new.products, new.seen_prices, new.quoted);
BEGIN
	new.previous_shipping := CASE
		WHEN shown IS DISTINCT FROM old.seen_shipping
			AND new.quoted IS NOT DISTINCT FROM old.quoted
			AND new.shipping_rate_id IS NOT DISTINCT FROM old.shipping_rate_id
			AND new.address -> 'shipping' IS NOT DISTINCT FROM old.address -> 'shipping'
		THEN old.seen_shipping
	END;
	new.seen_shipping := shown;
	RETURN new;
END $$
;
