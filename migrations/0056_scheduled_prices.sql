CREATE TABLE "scheduled_prices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"product_id" uuid NOT NULL,
	"level" text NOT NULL,
	"price" bigint,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_prices" ADD CONSTRAINT "scheduled_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_prices" ADD CONSTRAINT "scheduled_prices_level_price_levels_name_fk" FOREIGN KEY ("level") REFERENCES "public"."price_levels"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_prices_unique" ON "scheduled_prices" USING btree ("product_id","level","starts_at");--> statement-breakpoint
CREATE INDEX "scheduled_prices_starts_at" ON "scheduled_prices" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_prices_level" ON "scheduled_prices" USING btree ("level");--> statement-breakpoint
-- `actors` names the person of each price, where one statement writes prices of several.
CREATE OR REPLACE FUNCTION note_price_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	told jsonb := price_source();
	is_theirs boolean := told ->> 'source' = 'accounting';
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM hold_price_levels(array_agg(DISTINCT l.key), is_theirs)
		FROM new_rows n CROSS JOIN LATERAL jsonb_object_keys(n.price_levels) l(key)
		HAVING count(*) > 0;
		INSERT INTO price_changes (product_id, level, level_id, price, source, actor_id)
		SELECT n.id, l.key, level.id, l.value::bigint, told ->> 'source',
			coalesce(told -> 'actors' ->> (n.id || ' ' || l.key), told ->> 'actor_id')::uuid
		FROM new_rows n CROSS JOIN LATERAL jsonb_each_text(n.price_levels) l
			LEFT JOIN price_levels level ON level.name = l.key;
	ELSE
		PERFORM hold_price_levels(array_agg(DISTINCT l.key), is_theirs)
		FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.price_levels IS DISTINCT FROM n.price_levels
			CROSS JOIN LATERAL jsonb_object_keys(n.price_levels) l(key)
		HAVING count(*) > 0;
		INSERT INTO price_changes (product_id, level, level_id, price, source, actor_id)
		SELECT n.id, l.level, level.id, l.price::bigint, told ->> 'source',
			coalesce(told -> 'actors' ->> (n.id || ' ' || l.level), told ->> 'actor_id')::uuid
		FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.price_levels IS DISTINCT FROM n.price_levels
			CROSS JOIN LATERAL (
				SELECT coalesce(a.key, b.key) AS level, a.value AS price
				FROM jsonb_each_text(n.price_levels) a FULL JOIN jsonb_each_text(o.price_levels) b ON b.key = a.key
				WHERE a.value IS DISTINCT FROM b.value
			) l
			LEFT JOIN price_levels level ON level.name = l.level;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_used_price_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.is_base
		OR EXISTS (SELECT 1 FROM organizations WHERE price_level_name = OLD.name)
		OR EXISTS (SELECT 1 FROM products WHERE jsonb_exists(price_levels, OLD.name))
		OR EXISTS (SELECT 1 FROM scheduled_prices WHERE level = OLD.name)
	THEN
		RAISE EXCEPTION 'price level % is in use', OLD.name USING ERRCODE = 'check_violation', CONSTRAINT = 'price_levels_unused';
	END IF;
	RETURN OLD;
END $$;
