ALTER TABLE "orders" ADD COLUMN "status_at" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE FUNCTION note_order_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.status_at := NEW.status_at
		|| jsonb_build_object(NEW.status, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_note_status BEFORE UPDATE OF "status" ON "orders"
	FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION note_order_status();
