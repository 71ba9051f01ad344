ALTER TABLE "organizations" ADD COLUMN "require_second_factor_from" date;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "remind_second_factor_on" date;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "organizations_remind_second_factor" ON "organizations" USING btree ("remind_second_factor_on") WHERE remind_second_factor_on is not null;