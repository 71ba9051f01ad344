CREATE TABLE "industries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "industries_name" UNIQUE("name")
);--> statement-breakpoint
CREATE TABLE "license_consents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "license_consents_of_user" UNIQUE("user_id","version")
);--> statement-breakpoint
ALTER TABLE "legal_texts" ADD COLUMN "valid_from" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "legal_texts" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "license_agreements" ADD COLUMN "valid_from" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "license_agreements" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "license_consents" ADD CONSTRAINT "license_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "industries_lower_name" ON "industries" USING btree (lower(btrim("name")));--> statement-breakpoint
CREATE INDEX "license_consents_version" ON "license_consents" USING btree ("version","agreed_at","id");--> statement-breakpoint
UPDATE legal_texts SET valid_from = created_at;--> statement-breakpoint
UPDATE license_agreements SET valid_from = created_at;--> statement-breakpoint
-- Nobody writes an industry between filling the table and the constraint.
LOCK TABLE organizations IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- Of spellings that differ in case or blanks alone the one most used is kept.
INSERT INTO industries (name)
SELECT DISTINCT ON (lower(btrim(industry))) btrim(industry)
FROM organizations WHERE btrim(coalesce(industry, '')) <> ''
GROUP BY lower(btrim(industry)), btrim(industry)
ORDER BY lower(btrim(industry)), count(*) DESC, btrim(industry);--> statement-breakpoint
UPDATE organizations o SET industry = (
	SELECT i.name FROM industries i WHERE lower(btrim(i.name)) = lower(btrim(o.industry))
)
WHERE industry IS NOT NULL AND NOT EXISTS (SELECT 1 FROM industries i WHERE i.name = o.industry);--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_industry_industries_name_fk" FOREIGN KEY ("industry") REFERENCES "public"."industries"("name") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
-- An industry that is being deleted meanwhile is waited for, and created again.
CREATE FUNCTION take_industry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	wanted text := btrim(coalesce(NEW.industry, ''));
	spelled text;
BEGIN
	IF wanted = '' THEN
		NEW.industry := NULL;
	ELSIF TG_OP = 'INSERT' OR NEW.industry IS DISTINCT FROM OLD.industry THEN
		LOOP
			SELECT name INTO spelled FROM industries WHERE lower(btrim(name)) = lower(wanted) FOR KEY SHARE;
			EXIT WHEN spelled IS NOT NULL;
			INSERT INTO industries (name) VALUES (wanted) ON CONFLICT DO NOTHING;
		END LOOP;
		NEW.industry := spelled;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER organizations_take_industry BEFORE INSERT OR UPDATE OF industry ON organizations
	FOR EACH ROW EXECUTE FUNCTION take_industry();--> statement-breakpoint
INSERT INTO license_consents (user_id, version, agreed_at)
SELECT id, agreed_version, agreed_at FROM users WHERE agreed_version IS NOT NULL AND agreed_at IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION record_license_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO license_consents (user_id, version, agreed_at) VALUES (NEW.id, NEW.agreed_version, NEW.agreed_at)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_record_license_consent AFTER INSERT OR UPDATE OF agreed_version, agreed_at ON users
	FOR EACH ROW WHEN (NEW.agreed_version IS NOT NULL AND NEW.agreed_at IS NOT NULL)
	EXECUTE FUNCTION record_license_consent();
