CREATE TABLE "ledger_parts" (
	"entry_id" uuid NOT NULL,
	"product_id" uuid,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "ledger_parts_entry_product_unique" UNIQUE NULLS NOT DISTINCT("entry_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_parts" ADD CONSTRAINT "ledger_parts_entry_id_payment_ledger_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."payment_ledger"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_parts_product_id" ON "ledger_parts" USING btree ("product_id","entry_id","amount_cents");--> statement-breakpoint
-- Splits the entries of these invoices by product. A part payment pays each line in proportion; the payments of an invoice
-- come to its lines to the cent. A refund belongs to the lines that it names. The rest belongs to no product.
CREATE FUNCTION split_ledger(invoice_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
	DELETE FROM public.ledger_parts WHERE entry_id IN (SELECT id FROM public.payment_ledger WHERE invoice_id = ANY(invoice_ids));
	WITH entries AS (
		SELECT l.id, l.invoice_id, l.stripe_object_id, l.kind, l.amount_cents, i.amount, i.products,
			coalesce(sum(l.amount_cents) FILTER (WHERE l.kind IN ('charge', 'balance', 'balance_owed', 'paid_out_of_band'))
				OVER (PARTITION BY l.invoice_id ORDER BY l.booked_at, l.id), 0) AS paid
		FROM public.payment_ledger l
			JOIN public.invoices i ON i.id = l.invoice_id
		WHERE l.invoice_id = ANY(invoice_ids)
	),
	lines AS (
		SELECT e.id, p.id AS product_id,
			round(p.total * least(greatest(e.paid, 0), e.amount) / e.amount)
				- round(p.total * least(greatest(e.paid - e.amount_cents, 0), e.amount) / e.amount) AS cents
		FROM entries e
			CROSS JOIN LATERAL (
				SELECT line.id, line.price * line.quantity + coalesce(line.tax_amount, 0) AS total
				FROM jsonb_to_recordset(e.products) AS line (id uuid, price numeric, quantity int, tax_amount numeric)
			) p
		WHERE e.kind IN ('charge', 'balance', 'balance_owed', 'paid_out_of_band') AND e.amount > 0
		UNION ALL
		SELECT e.id, sold.product_id, round((back.amount + back.tax) * e.amount_cents / r.amount::numeric)
		FROM entries e
			JOIN public.refunds r ON r.stripe_refund_id = e.stripe_object_id AND r.invoice_id = e.invoice_id
			JOIN public.refund_lines back ON back.refund_id = r.id
			JOIN public.order_lines sold ON sold.id = back.line_id
		WHERE e.kind IN ('refund', 'refund_failed') AND r.amount > 0
	),
	parts AS (
		SELECT id, product_id, sum(cents) AS cents FROM lines WHERE product_id IS NOT NULL GROUP BY id, product_id
		UNION ALL
		SELECT e.id, NULL, e.amount_cents - coalesce(sum(l.cents), 0)
		FROM entries e LEFT JOIN lines l ON l.id = e.id AND l.product_id IS NOT NULL
		GROUP BY e.id, e.amount_cents
	)
	INSERT INTO public.ledger_parts (entry_id, product_id, amount_cents)
	SELECT id, product_id, cents FROM parts WHERE cents <> 0
	ON CONFLICT (entry_id, product_id) DO UPDATE SET amount_cents = excluded.amount_cents;
$$
;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION split_ledger(uuid[]) FROM PUBLIC;--> statement-breakpoint
CREATE FUNCTION split_new_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
BEGIN
	PERFORM public.split_ledger(array_agg(DISTINCT invoice_id)) FROM new_rows HAVING count(*) > 0;
	RETURN NULL;
END $$
;--> statement-breakpoint
-- The provider's id of a refund may be recorded after its entry in the ledger.
CREATE FUNCTION split_refunded_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
BEGIN
	IF EXISTS (SELECT FROM public.payment_ledger WHERE stripe_object_id = NEW.stripe_refund_id) THEN
		PERFORM public.split_ledger(ARRAY[NEW.invoice_id]);
	END IF;
	RETURN NULL;
END $$
;--> statement-breakpoint
CREATE TRIGGER payment_ledger_split AFTER INSERT ON payment_ledger REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION split_new_entries();--> statement-breakpoint
CREATE TRIGGER refunds_split AFTER UPDATE OF stripe_refund_id ON refunds FOR EACH ROW WHEN (old.stripe_refund_id IS DISTINCT FROM new.stripe_refund_id) EXECUTE FUNCTION split_refunded_entries();
