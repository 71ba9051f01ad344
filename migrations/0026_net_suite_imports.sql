CREATE TABLE "call_slots" (
	"partner" text NOT NULL,
	"slot" integer NOT NULL,
	"holder" uuid NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "call_slots_partner_slot_pk" PRIMARY KEY("partner","slot")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seen_in_net_suite_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_retired" boolean DEFAULT false NOT NULL;