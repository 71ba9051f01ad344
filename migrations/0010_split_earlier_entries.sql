-- In a transaction of its own, because the one before locks the ledger.
DO $$
DECLARE
	slice uuid[];
BEGIN
	FOR slice IN
		SELECT array_agg(id) FROM (SELECT id, ntile(1 + (SELECT count(*) FROM invoices)::int / 1000) OVER (ORDER BY id) AS n FROM invoices) numbered
		GROUP BY n ORDER BY n
	LOOP
		PERFORM split_ledger(slice);
	END LOOP;
END $$;
