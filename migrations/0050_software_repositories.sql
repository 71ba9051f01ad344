ALTER TABLE "software" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "software" ADD COLUMN "repository" text;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "software_repository_unique" ON "software" USING btree (lower("repository")) WHERE "software"."repository" is not null and not "software"."is_deleted";--> statement-breakpoint
ALTER TABLE "software" ADD CONSTRAINT "software_repository_of_software" CHECK ("software"."kind" = 'software' or ("software"."repository" is null and "software"."category" is null)) NOT VALID;