CREATE TABLE "partners" (
	"name" text PRIMARY KEY NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "task_failures" (
	"run_id" uuid NOT NULL,
	"record_id" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retried_at" timestamp (3) with time zone,
	CONSTRAINT "task_failures_run_id_record_id_pk" PRIMARY KEY("run_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "task_runs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"task" text NOT NULL,
	"trigger" text NOT NULL,
	"started_by" uuid,
	"status" text DEFAULT 'processing' NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"found" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"expected" integer,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "pass_id" uuid;--> statement-breakpoint
ALTER TABLE "task_failures" ADD CONSTRAINT "task_failures_run_id_task_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."task_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "task_runs_under_way" ON "task_runs" USING btree ("task") WHERE "task_runs"."status" = 'processing';--> statement-breakpoint
CREATE INDEX "task_runs_of_task" ON "task_runs" USING btree ("task","started_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "stripe_events_given_up" ON "stripe_events" USING btree ("received_at") WHERE "stripe_events"."status" = 'given-up';