-- Sort key of numbers and texts between dots: a number is 0, the count of its digits and its digits, a text is 1 and itself.
-- Each ends with a space, which sorts before every character of a text. Null for null.
CREATE FUNCTION identifiers_sort_key(identifiers text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
	SELECT string_agg(
		CASE WHEN part ~ '^[0-9]+$'
			THEN '0' || lpad(length(ltrim(part, '0'))::text, 2, '0') || ltrim(part, '0')
			ELSE '1' || part
		END || ' ', '' ORDER BY place)
	FROM string_to_table(identifiers, '.') WITH ORDINALITY parts (part, place)
$$;--> statement-breakpoint
-- Sort key of a version: compared by bytes it has the order of compareBuild of the package semver, which is the precedence
-- of https://semver.org/#spec-item-11 and then build metadata. A release has ~ in place of a pre-release, which sorts after
-- all of them; + sorts before 0, 1 and ~. A text that is no version sorts first.
CREATE FUNCTION version_sort_key(version text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
	parts constant text[] := regexp_match(
		version, '^([0-9]+\.[0-9]+\.[0-9]+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$');
BEGIN
	RETURN coalesce(
		public.identifiers_sort_key(parts[1])
			|| coalesce(public.identifiers_sort_key(parts[2]), '~')
			|| coalesce('+' || public.identifiers_sort_key(parts[3]), ''),
		'');
END $$;--> statement-breakpoint
-- Rewrites the table, which has a row per build: thousands, not millions.
ALTER TABLE "software_versions" ADD COLUMN "version_key" text COLLATE "C" GENERATED ALWAYS AS (version_sort_key(version)) STORED;
