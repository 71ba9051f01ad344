CREATE TABLE "audit_head" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "data_hash" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "hash" text;--> statement-breakpoint
INSERT INTO "audit_head" ("seq", "hash") VALUES (0, repeat('0', 64));--> statement-breakpoint
-- Each entry is written a second time when it is sealed: room for that in its own page spares the indexes a second entry.
ALTER TABLE "audit_log" SET (fillfactor = 70);--> statement-breakpoint
-- What the hash of an entry is made of: every column in order, each with its length in bytes before it, so that no two entries
-- have one text; ops/audit/chain.ts makes the same.
CREATE FUNCTION audit_text(entry audit_log) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT string_agg(coalesce(octet_length(part) || ':' || part, '-'), ',' ORDER BY place)
	FROM unnest(ARRAY[
		entry.seq::text,
		entry.id::text,
		to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		entry.actor_kind,
		entry.actor_id::text,
		entry.impersonator_id::text,
		entry.action,
		entry.subject_type,
		entry.subject_id,
		entry.org_id::text,
		entry.data_hash,
		entry.request_id,
		entry.previous_hash
	]) WITH ORDINALITY AS parts(part, place)
$$;--> statement-breakpoint
-- Runs when the transaction commits, so that the lock of the head is the last that it takes: whoever waits for it holds nothing
-- that the one before waits for. As the owner, because the worker's role can change neither entries nor the head.
CREATE FUNCTION seal_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	head public.audit_head%ROWTYPE;
	entry public.audit_log%ROWTYPE := NEW;
BEGIN
	SELECT * INTO STRICT head FROM public.audit_head FOR UPDATE;
	entry.seq := head.seq + 1;
	entry.previous_hash := head.hash;
	entry.data_hash := encode(sha256(convert_to(entry.data::text, 'UTF8')), 'hex');
	entry.hash := encode(sha256(convert_to(public.audit_text(entry), 'UTF8')), 'hex');
	UPDATE public.audit_log
		SET seq = entry.seq, previous_hash = entry.previous_hash, data_hash = entry.data_hash, hash = entry.hash
		WHERE id = entry.id;
	IF FOUND THEN
		UPDATE public.audit_head SET seq = entry.seq, hash = entry.hash, updated_at = now();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION seal_audit_entry() FROM PUBLIC;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_seal AFTER INSERT ON "audit_log"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION seal_audit_entry();--> statement-breakpoint
-- For a person who asks to be erased: what the entries about them, and those that name their address, tell is taken away. Their
-- hashes stay, and an entry of its own names them, so that the chain is whole. The owner's alone.
CREATE FUNCTION erase_audit_of(person uuid) RETURNS integer LANGUAGE plpgsql
	SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	address text := (SELECT lower(email) FROM users WHERE id = person);
	erased bigint[];
BEGIN
	WITH gone AS (
		UPDATE audit_log SET data = '{"erased": true}'
		WHERE seq IS NOT NULL AND action <> 'eraseAudit' AND data <> '{"erased": true}'
			AND ((subject_type = 'user' AND subject_id = person::text) OR strpos(lower(data::text), address) > 0)
		RETURNING seq
	)
	SELECT array_agg(seq ORDER BY seq) INTO erased FROM gone;
	IF erased IS NOT NULL THEN
		INSERT INTO audit_log (actor_kind, action, subject_type, subject_id, data)
			VALUES ('system', 'eraseAudit', 'user', person::text, jsonb_build_object('entries', erased));
	END IF;
	RETURN coalesce(cardinality(erased), 0);
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION erase_audit_of(uuid) FROM PUBLIC;
