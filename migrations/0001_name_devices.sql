ALTER TABLE "devices" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "site" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "installed_version" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "installed_at" timestamp (3) with time zone;