CREATE TABLE "former_sellers" (
	"until" timestamp (3) with time zone PRIMARY KEY DEFAULT now() NOT NULL,
	"seller" text NOT NULL
);
