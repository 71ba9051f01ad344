CREATE TABLE "readiness_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"note" text
);
