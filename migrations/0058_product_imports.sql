CREATE TABLE "product_imports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lines" jsonb NOT NULL,
	"created_count" integer NOT NULL,
	"changed_count" integer NOT NULL,
	"unchanged_count" integer NOT NULL,
	"refused_count" integer NOT NULL,
	"created_by" uuid,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_imports_created_at" ON "product_imports" USING btree ("created_at","id");