-- The difference of two rows for the audit log: worker/domain/platform/audit/changes.ts, which says what is left out. A function, because
-- its plan is kept for a connection: written out in each statement, it cost more to plan than to run.
CREATE FUNCTION audit_changes(before jsonb, after jsonb, left_out text[], length_max integer) RETURNS jsonb
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	nothings constant jsonb[] := ARRAY['null', '[]', '{}', 'false'];
BEGIN
	RETURN (
		WITH fields AS (
			SELECT side, field || coalesce('.' || part.key, '') AS field, coalesce(part.value, each_field.value) AS value
			FROM (VALUES (1, coalesce(before, '{}')), (2, coalesce(after, '{}'))) sides (side, fields_of)
				CROSS JOIN LATERAL jsonb_each(fields_of) each_field (field, value)
				LEFT JOIN LATERAL jsonb_each(
					CASE jsonb_typeof(each_field.value) WHEN 'object' THEN each_field.value ELSE '{}' END
				) part ON true
			WHERE field <> ALL (left_out)
		),
		compared AS (
			SELECT field,
				coalesce(min(value::text) FILTER (WHERE side = 1), 'null')::jsonb AS was,
				coalesce(min(value::text) FILTER (WHERE side = 2), 'null')::jsonb AS is_now
			FROM fields GROUP BY field
		)
		SELECT jsonb_object_agg(field, (
			SELECT jsonb_agg(
				CASE WHEN length(value::text) > length_max
					THEN to_jsonb(left(value #>> '{}', length_max / 2) || '… (' || length(value #>> '{}') || ' characters)')
					ELSE value
				END ORDER BY place
			)
			FROM unnest(ARRAY[was, is_now]) WITH ORDINALITY values_of (value, place)
		))
		FROM compared
		WHERE was <> is_now AND NOT (was = ANY (nothings) AND is_now = ANY (nothings))
	);
END $$;
