CREATE TABLE "registry_pages" (
	"address" text PRIMARY KEY NOT NULL,
	"etag" text NOT NULL,
	"records" integer NOT NULL,
	"next" integer,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
