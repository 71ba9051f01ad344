CREATE TABLE "refund_instructions" (
	"failed_refund_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"message" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refund_instructions" ADD CONSTRAINT "refund_instructions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_instructions_order_id" ON "refund_instructions" USING btree ("order_id");