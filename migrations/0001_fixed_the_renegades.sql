CREATE TABLE "refund_approvals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" text NOT NULL,
	"org_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"action" text NOT NULL,
	"request" jsonb NOT NULL,
	"failed_refund_id" text,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" uuid NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "refund_limit" bigint;--> statement-breakpoint
ALTER TABLE "refund_approvals" ADD CONSTRAINT "refund_approvals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_approvals" ADD CONSTRAINT "refund_approvals_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_approvals_key" ON "refund_approvals" USING btree ("key");--> statement-breakpoint
CREATE INDEX "refund_approvals_order_id" ON "refund_approvals" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refund_approvals_created_at" ON "refund_approvals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refund_approvals_waiting" ON "refund_approvals" USING btree ("created_at") WHERE "refund_approvals"."state" = 'waiting';