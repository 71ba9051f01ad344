CREATE TABLE "request_minutes" (
	"minute" timestamp (3) with time zone NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"ms" bigint DEFAULT 0 NOT NULL,
	"database_ms" bigint DEFAULT 0 NOT NULL,
	"statements" bigint DEFAULT 0 NOT NULL,
	"up_to_50" bigint DEFAULT 0 NOT NULL,
	"up_to_100" bigint DEFAULT 0 NOT NULL,
	"up_to_250" bigint DEFAULT 0 NOT NULL,
	"up_to_500" bigint DEFAULT 0 NOT NULL,
	"up_to_1000" bigint DEFAULT 0 NOT NULL,
	"up_to_2500" bigint DEFAULT 0 NOT NULL,
	"slower" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "request_minutes_minute_route_status_pk" PRIMARY KEY("minute","route","status")
);
