CREATE TABLE "price_levels" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"is_base" boolean DEFAULT false NOT NULL,
	"synchronized_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_levels_name" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "price_changes" ADD COLUMN "level_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "price_levels_lower_name" ON "price_levels" USING btree (lower(btrim("name")));--> statement-breakpoint
CREATE UNIQUE INDEX "price_levels_base" ON "price_levels" USING btree ("is_base") WHERE is_base;--> statement-breakpoint
-- Nobody writes a level between filling the table and the constraint.
LOCK TABLE products, organizations IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- Of names that differ in case alone the base level's or the one most used is kept. What NetSuite owns is marked.
WITH used AS (
	SELECT l.key AS name, count(*) AS n, bool_or(p.net_suite_id IS NOT NULL) AS is_theirs
	FROM products p CROSS JOIN LATERAL jsonb_object_keys(p.price_levels) l(key) GROUP BY 1
	UNION ALL
	SELECT price_level_name, count(*), bool_or(net_suite_id IS NOT NULL AND synchronized_at IS NOT NULL)
	FROM organizations WHERE price_level_name IS NOT NULL GROUP BY 1
	UNION ALL
	SELECT 'Base Price', 0, false
), named AS (
	SELECT name, name = 'Base Price' AS is_base, sum(n) AS n, bool_or(is_theirs) AS is_theirs
	FROM used WHERE btrim(name) <> '' GROUP BY 1
), chosen AS (
	SELECT DISTINCT ON (lower(btrim(name))) name, is_base,
		bool_or(is_theirs) OVER (PARTITION BY lower(btrim(name))) AS is_theirs
	FROM named ORDER BY lower(btrim(name)), is_base DESC, n DESC, name
)
INSERT INTO price_levels (name, is_base, synchronized_at)
SELECT name, is_base, CASE WHEN is_theirs AND NOT is_base THEN now() END FROM chosen;--> statement-breakpoint
UPDATE organizations o SET price_level_name = (
	SELECT l.name FROM price_levels l WHERE lower(btrim(l.name)) = lower(btrim(o.price_level_name))
)
WHERE price_level_name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM price_levels l WHERE l.name = o.price_level_name);--> statement-breakpoint
UPDATE products p SET price_levels = (
	SELECT jsonb_object_agg(coalesce(l.name, k.key), k.value ORDER BY k.key = l.name)
	FROM jsonb_each(p.price_levels) k
		LEFT JOIN price_levels l ON lower(btrim(l.name)) = lower(btrim(k.key))
)
WHERE EXISTS (
	SELECT 1 FROM jsonb_object_keys(p.price_levels) k(key) JOIN price_levels l ON lower(btrim(l.name)) = lower(btrim(k.key))
	WHERE l.name <> k.key
);--> statement-breakpoint
UPDATE price_changes c SET level_id = l.id FROM price_levels l WHERE l.name = c.level;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_price_level_name_price_levels_name_fk" FOREIGN KEY ("price_level_name") REFERENCES "public"."price_levels"("name") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
-- Creates the levels that nobody knows yet, and holds all of them until the transaction ends, so that none is deleted meanwhile.
CREATE FUNCTION hold_price_levels(names text[], is_theirs boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOOP
		PERFORM 1 FROM price_levels WHERE name = ANY(names) ORDER BY name FOR KEY SHARE;
		INSERT INTO price_levels (name, synchronized_at)
		SELECT DISTINCT ON (lower(btrim(n.name))) n.name, CASE WHEN is_theirs THEN now() END
		FROM unnest(names) n(name)
		WHERE btrim(n.name) <> ''
			AND NOT EXISTS (SELECT 1 FROM price_levels l WHERE lower(btrim(l.name)) = lower(btrim(n.name)))
		ORDER BY lower(btrim(n.name)), n.name
		ON CONFLICT DO NOTHING;
		EXIT WHEN NOT FOUND;
	END LOOP;
	IF is_theirs THEN
		UPDATE price_levels SET synchronized_at = now()
		WHERE name = ANY(names) AND synchronized_at IS NULL AND NOT is_base;
	END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION price_source() RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(nullif(current_setting('crunchbox.price_source', true), ''), '{"source": "database"}')::jsonb
$$;--> statement-breakpoint
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
		SELECT n.id, l.key, level.id, l.value::bigint, told ->> 'source', (told ->> 'actor_id')::uuid
		FROM new_rows n CROSS JOIN LATERAL jsonb_each_text(n.price_levels) l
			LEFT JOIN price_levels level ON level.name = l.key;
	ELSE
		PERFORM hold_price_levels(array_agg(DISTINCT l.key), is_theirs)
		FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.price_levels IS DISTINCT FROM n.price_levels
			CROSS JOIN LATERAL jsonb_object_keys(n.price_levels) l(key)
		HAVING count(*) > 0;
		INSERT INTO price_changes (product_id, level, level_id, price, source, actor_id)
		SELECT n.id, l.level, level.id, l.price::bigint, told ->> 'source', (told ->> 'actor_id')::uuid
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
CREATE FUNCTION take_price_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF btrim(coalesce(NEW.price_level_name, '')) = '' THEN
		NEW.price_level_name := NULL;
	ELSIF TG_OP = 'INSERT' OR NEW.price_level_name IS DISTINCT FROM OLD.price_level_name THEN
		PERFORM hold_price_levels(ARRAY[NEW.price_level_name], price_source() ->> 'source' = 'accounting');
		SELECT l.name INTO NEW.price_level_name FROM price_levels l
		WHERE lower(btrim(l.name)) = lower(btrim(NEW.price_level_name));
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER organizations_take_price_level BEFORE INSERT OR UPDATE OF price_level_name ON organizations
	FOR EACH ROW EXECUTE FUNCTION take_price_level();--> statement-breakpoint
-- PostgreSQL has locked the level before the trigger runs, and each statement of the function sees what was committed until then.
CREATE FUNCTION refuse_used_price_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.is_base
		OR EXISTS (SELECT 1 FROM organizations WHERE price_level_name = OLD.name)
		OR EXISTS (SELECT 1 FROM products WHERE jsonb_exists(price_levels, OLD.name))
	THEN
		RAISE EXCEPTION 'price level % is in use', OLD.name USING ERRCODE = 'check_violation', CONSTRAINT = 'price_levels_unused';
	END IF;
	RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER price_levels_refuse_used BEFORE DELETE ON price_levels
	FOR EACH ROW EXECUTE FUNCTION refuse_used_price_level();--> statement-breakpoint
-- Organizations follow by their foreign key.
CREATE FUNCTION move_price_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE products SET
		price_levels = (price_levels - OLD.name) || jsonb_build_object(NEW.name, price_levels -> OLD.name),
		updated_at = greatest(now(), updated_at + interval '1 millisecond')
	WHERE jsonb_exists(price_levels, OLD.name);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER price_levels_move AFTER UPDATE OF name ON price_levels
	FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION move_price_level();
