ALTER TABLE "software" ADD COLUMN "has_availability" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "stage_org_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "stage_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "staged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "withdrawn_by" uuid;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "withdrawal_reason" text;--> statement-breakpoint
ALTER TABLE "software_versions" ADD COLUMN "replacement_id" uuid;--> statement-breakpoint
ALTER TABLE "software_versions" ADD CONSTRAINT "software_versions_replacement_id_software_versions_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."software_versions"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "software_version_dependencies_needed" ON "software_version_dependencies" USING btree ("dependency_version_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "software_versions_withdrawn" ON "software_versions" USING btree ("id") WHERE "software_versions"."withdrawn_at" is not null;--> statement-breakpoint
ALTER TABLE "software_versions" ADD CONSTRAINT "software_versions_stage_percent" CHECK ("software_versions"."stage_percent" between 0 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "software_versions" ADD CONSTRAINT "software_versions_withdrawn" CHECK ("software_versions"."withdrawn_at" is null
        or (not "software_versions"."is_published" and "software_versions"."stage" is null and "software_versions"."withdrawal_reason" is not null)) NOT VALID;