-- The list of account requests has an address of its own since the triage stands where it was: views that people kept of it go
-- with it. One whose name was given again at the new address keeps its own with a word behind it.
UPDATE "saved_views" v
SET "list" = '/admin/requests/list',
	"name" = CASE WHEN EXISTS (
		SELECT 1 FROM "saved_views" o
		WHERE o.user_id = v.user_id AND o.list = '/admin/requests/list' AND lower(o.name) = lower(v.name)
	) THEN left(v.name, 30) || ' (before)' ELSE v.name END
WHERE v.list = '/admin/requests';
