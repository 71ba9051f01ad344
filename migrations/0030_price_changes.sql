CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"product_id" uuid NOT NULL,
	"level" text NOT NULL,
	"price" bigint,
	"source" text NOT NULL,
	"actor_id" uuid,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_of_level" ON "price_changes" USING btree ("product_id","level","changed_at","id");--> statement-breakpoint
CREATE FUNCTION note_price_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	told jsonb := coalesce(nullif(current_setting('crunchbox.price_source', true), ''), '{"source": "database"}')::jsonb;
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO price_changes (product_id, level, price, source, actor_id)
		SELECT n.id, l.key, l.value::bigint, told ->> 'source', (told ->> 'actor_id')::uuid
		FROM new_rows n CROSS JOIN LATERAL jsonb_each_text(n.price_levels) l;
	ELSE
		INSERT INTO price_changes (product_id, level, price, source, actor_id)
		SELECT n.id, l.level, l.price::bigint, told ->> 'source', (told ->> 'actor_id')::uuid
		FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.price_levels IS DISTINCT FROM n.price_levels
			CROSS JOIN LATERAL (
				SELECT coalesce(a.key, b.key) AS level, a.value AS price
				FROM jsonb_each_text(n.price_levels) a FULL JOIN jsonb_each_text(o.price_levels) b ON b.key = a.key
				WHERE a.value IS DISTINCT FROM b.value
			) l;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_note_first_prices AFTER INSERT ON "products"
	REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION note_price_changes();--> statement-breakpoint
CREATE TRIGGER products_note_prices AFTER UPDATE ON "products"
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION note_price_changes();--> statement-breakpoint
INSERT INTO price_changes (product_id, level, price, source)
SELECT p.id, l.key, l.value::bigint, 'before' FROM products p CROSS JOIN LATERAL jsonb_each_text(p.price_levels) l;
