CREATE TABLE "downloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"impersonator_id" uuid,
	"software_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "software" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"author" text NOT NULL,
	"author_url" text,
	"product_id" uuid,
	"is_default" boolean DEFAULT false NOT NULL,
	"fits_product_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "software_name_pattern" CHECK ("software"."name" ~ '^[A-Za-z0-9_-]{1,64}$'),
	CONSTRAINT "software_product_of_plugin" CHECK ("software"."product_id" is null or ("software"."kind" = 'plugin' and not "software"."is_default"))
);
--> statement-breakpoint
CREATE TABLE "software_version_dependencies" (
	"version_id" uuid NOT NULL,
	"dependency_version_id" uuid NOT NULL,
	CONSTRAINT "software_version_dependencies_version_id_dependency_version_id_pk" PRIMARY KEY("version_id","dependency_version_id")
);
--> statement-breakpoint
CREATE TABLE "software_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"software_id" uuid NOT NULL,
	"version" text NOT NULL,
	"developer_description" text DEFAULT '' NOT NULL,
	"public_description" text DEFAULT '' NOT NULL,
	"compatible_app_version" text,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone,
	"published_by" uuid,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "software_versions_published" CHECK ("software_versions"."is_published" = ("software_versions"."published_at" is not null)),
	CONSTRAINT "software_versions_sha256" CHECK ("software_versions"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_software_id_software_id_fk" FOREIGN KEY ("software_id") REFERENCES "public"."software"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_version_id_software_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."software_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software" ADD CONSTRAINT "software_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software_version_dependencies" ADD CONSTRAINT "software_version_dependencies_version_id_software_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."software_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software_version_dependencies" ADD CONSTRAINT "software_version_dependencies_dependency_version_id_software_versions_id_fk" FOREIGN KEY ("dependency_version_id") REFERENCES "public"."software_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "software_versions" ADD CONSTRAINT "software_versions_software_id_software_id_fk" FOREIGN KEY ("software_id") REFERENCES "public"."software"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "downloads_org_created_at" ON "downloads" USING btree ("org_id","created_at","id","software_id");--> statement-breakpoint
CREATE UNIQUE INDEX "software_name_unique" ON "software" USING btree ("kind","name");--> statement-breakpoint
CREATE UNIQUE INDEX "software_product_unique" ON "software" USING btree ("product_id") WHERE "software"."product_id" is not null and not "software"."is_deleted";--> statement-breakpoint
CREATE INDEX "software_created_at" ON "software" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "software_versions_version_unique" ON "software_versions" USING btree ("software_id","version");--> statement-breakpoint
CREATE INDEX "software_versions_created_at" ON "software_versions" USING btree ("created_at","id","software_id","is_published");--> statement-breakpoint
CREATE INDEX "software_versions_updated_at" ON "software_versions" USING btree ("updated_at","id","software_id","is_published");