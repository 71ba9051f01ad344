CREATE TABLE "package_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"package_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "package_lines_quantity" CHECK ("package_lines"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "shipped_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "canceled_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "package_lines" ADD CONSTRAINT "package_lines_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_lines" ADD CONSTRAINT "package_lines_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "package_lines_package_line_unique" ON "package_lines" USING btree ("package_id","line_id");--> statement-breakpoint
CREATE INDEX "package_lines_line_id" ON "package_lines" USING btree ("line_id");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_pieces_fit" CHECK (0 <= "order_lines"."shipped_quantity" and 0 <= "order_lines"."canceled_quantity"
        and "order_lines"."shipped_quantity" + "order_lines"."canceled_quantity" <= "order_lines"."quantity") NOT VALID;--> statement-breakpoint
-- Pieces of an order line that have still to ship: ordered, less shipped, canceled and refunded ones. Software is downloaded.
-- Pieces refunded by a cancellation are counted by canceled_quantity, also if that refund fails.
CREATE FUNCTION owed_pieces(line order_lines)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $$
	SELECT CASE
		WHEN EXISTS (SELECT 1 FROM products p WHERE p.id = line.product_id AND p.type = 'software') THEN 0
		ELSE greatest(0, line.quantity - line.shipped_quantity - line.canceled_quantity - coalesce((
			SELECT sum(back.quantity)::integer
			FROM refund_lines back JOIN refunds r ON r.id = back.refund_id
			WHERE back.line_id = line.id AND r.action <> 'cancelLines' AND r.status NOT IN ('failed', 'canceled')
				AND NOT EXISTS (
					SELECT 1 FROM refunds failed
					WHERE failed.stripe_refund_id = r.failed_refund_id AND failed.action = 'cancelLines'
				)
				AND (r.status = 'asked' OR coalesce(r.given_amount, r.amount) >= r.amount)
		), 0))
	END
$$;
--> statement-breakpoint
-- Shipments of earlier releases say which order left, not which pieces: they count whole.
UPDATE order_lines l SET shipped_quantity = l.quantity
FROM orders o, products p
WHERE o.id = l.order_id AND o.status IN ('shipped', 'received') AND p.id = l.product_id AND p.type = 'hardware';--> statement-breakpoint
-- The only package of an order without refunded lines holds all of it.
INSERT INTO package_lines (package_id, line_id, quantity)
SELECT p.id, l.id, l.quantity
FROM packages p JOIN order_lines l ON l.order_id = p.order_id
WHERE p.status IN ('sent', 'delivered', 'exception') AND l.shipped_quantity = l.quantity AND l.quantity > 0
	AND NOT EXISTS (SELECT 1 FROM packages other WHERE other.order_id = p.order_id AND other.id <> p.id AND other.status <> 'canceled')
	AND NOT EXISTS (
		SELECT 1 FROM refund_lines back JOIN order_lines refunded ON refunded.id = back.line_id
		WHERE refunded.order_id = p.order_id
	);--> statement-breakpoint
-- Of several packages, the lines whose every piece has a serial number in one of them.
INSERT INTO package_lines (package_id, line_id, quantity)
SELECT s.package_id, l.id, count(*)
FROM package_serials s
	JOIN packages p ON p.id = s.package_id AND p.status IN ('sent', 'delivered', 'exception')
	JOIN order_lines l ON l.id = s.line_id AND l.order_id = p.order_id AND l.shipped_quantity = l.quantity
WHERE (SELECT count(*) FROM package_serials every WHERE every.line_id = l.id) = l.quantity
	AND NOT EXISTS (SELECT 1 FROM package_lines existing WHERE existing.package_id = s.package_id)
GROUP BY s.package_id, l.id;--> statement-breakpoint
-- Nothing of an order of software alone ships.
UPDATE orders o SET status = 'received', updated_at = now()
WHERE o.status = 'processing' AND o.payment_status NOT IN ('pending', 'declined') AND NOT o.is_test
	AND EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id)
	AND NOT EXISTS (
		SELECT 1 FROM order_lines l LEFT JOIN products p ON p.id = l.product_id
		WHERE l.order_id = o.id AND p.type IS DISTINCT FROM 'software'
	);--> statement-breakpoint
-- Counts the pieces of packages in their order lines. Its query sees what others committed while it waited for the line, so
-- that concurrent packages, cancellations and refunds never ship a piece twice, nor one that was given back.
CREATE FUNCTION count_packed_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
	owed integer;
BEGIN
	IF TG_OP <> 'INSERT' THEN
		UPDATE order_lines SET shipped_quantity = shipped_quantity - OLD.quantity WHERE id = OLD.line_id;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM 1 FROM order_lines WHERE id = NEW.line_id FOR UPDATE;
		SELECT owed_pieces(l) INTO owed
		FROM order_lines l JOIN packages p ON p.order_id = l.order_id
		WHERE l.id = NEW.line_id AND p.id = NEW.package_id;
		IF owed IS NULL OR owed < NEW.quantity THEN
			RAISE EXCEPTION 'a package holds more of a line than its order owes'
				USING ERRCODE = 'check_violation', CONSTRAINT = 'package_lines_owed';
		END IF;
		UPDATE order_lines SET shipped_quantity = shipped_quantity + NEW.quantity WHERE id = NEW.line_id;
	END IF;
	RETURN NULL;
END $$
;--> statement-breakpoint
CREATE TRIGGER package_lines_count_pieces AFTER INSERT OR UPDATE OR DELETE ON package_lines FOR EACH ROW EXECUTE FUNCTION count_packed_pieces();
