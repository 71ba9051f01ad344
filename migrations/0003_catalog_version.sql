CREATE TABLE "catalog_versions" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL
);--> statement-breakpoint
INSERT INTO "catalog_versions" DEFAULT VALUES;--> statement-breakpoint
CREATE FUNCTION raise_catalog_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE catalog_versions SET version = version + 1;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_raise_catalog_version AFTER INSERT OR UPDATE OR DELETE ON "products"
	FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version();
