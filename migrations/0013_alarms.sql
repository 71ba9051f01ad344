CREATE TABLE "alarms" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL,
	"raised_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
