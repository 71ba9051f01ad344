-- Every single letter of a text and every two that stand side by side, in lower case.
CREATE FUNCTION grams(body text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	letters text[] := string_to_array(lower(body), NULL);
	found text[] := letters;
BEGIN
	FOR at IN 2 .. cardinality(letters) LOOP
		found[cardinality(letters) + at - 1] := letters[at - 1] || letters[at];
	END LOOP;
	RETURN found;
END $$;--> statement-breakpoint
-- The ids of the rows whose text holds one or two letters, by the index of the table's grams. The planner counts the price of
-- grams() for every row that such an index finds, though it never computes one there; left to itself it reads the table and
-- computes all of them.
CREATE FUNCTION ids_with_gram(index regclass, gram text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 500
	SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
DECLARE
	statement text;
BEGIN
	SELECT format('SELECT id FROM %s WHERE %s @> array[$1]', indrelid::regclass, pg_get_expr(indexprs, indrelid))
		INTO STRICT statement FROM pg_index WHERE indexrelid = index;
	RETURN QUERY EXECUTE statement USING gram;
END $$;--> statement-breakpoint
CREATE INDEX "account_requests_grams" ON "account_requests" USING gin (grams((email || ' ' || first_name || ' ' || last_name || ' ' || org_name || ' ' || coalesce(serial, ''))));--> statement-breakpoint
CREATE INDEX "organizations_grams" ON "organizations" USING gin (grams((name || ' ' || coalesce(billing_email, '') || ' ' || coalesce(notes, ''))));--> statement-breakpoint
CREATE INDEX "products_grams" ON "products" USING gin (grams((name || ' ' || coalesce(short_description, '') || ' ' || coalesce(sku, ''))));--> statement-breakpoint
CREATE INDEX "users_grams" ON "users" USING gin (grams((email || ' ' || first_name || ' ' || last_name)));--> statement-breakpoint
-- No planner asks how common a gram is, and to find out would make every analysis of these tables compute them.
ALTER INDEX "account_requests_grams" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "organizations_grams" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "products_grams" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "users_grams" ALTER COLUMN 1 SET STATISTICS 0;
