CREATE TABLE "second_factor_recoveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"begun_by" uuid,
	"begun_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "second_factor_recoveries" ADD CONSTRAINT "second_factor_recoveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor_recoveries" ADD CONSTRAINT "second_factor_recoveries_begun_by_users_id_fk" FOREIGN KEY ("begun_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "second_factor_recoveries_open" ON "second_factor_recoveries" USING btree ("user_id") WHERE stopped_at is null and used_at is null;--> statement-breakpoint
CREATE INDEX "second_factor_recoveries_due_at" ON "second_factor_recoveries" USING btree ("due_at") WHERE mailed_at is null and stopped_at is null;--> statement-breakpoint
CREATE INDEX "second_factor_recoveries_begun_by" ON "second_factor_recoveries" USING btree ("begun_by");--> statement-breakpoint
CREATE INDEX "second_factor_recoveries_begun_at" ON "second_factor_recoveries" USING btree ("begun_at");