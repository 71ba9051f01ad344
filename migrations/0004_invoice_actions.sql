CREATE TABLE "invoice_actions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" text NOT NULL,
	"invoice_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference" text,
	"paid_on" date,
	"actor_id" uuid NOT NULL,
	"impersonator_id" uuid,
	"status" text DEFAULT 'asked' NOT NULL,
	"refusal" text,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "closed_as" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "is_processing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tries" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "disputes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reminder_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason_text" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_refund_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "invoice_actions" ADD CONSTRAINT "invoice_actions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_actions_key_unique" ON "invoice_actions" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_actions_asked_unique" ON "invoice_actions" USING btree ("invoice_id") WHERE "invoice_actions"."status" = 'asked';--> statement-breakpoint
CREATE INDEX "invoice_actions_invoice_id" ON "invoice_actions" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_actions_asked" ON "invoice_actions" USING btree ("next_at") WHERE "invoice_actions"."status" = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "refunds_failed_refund_id_unique" ON "refunds" USING btree ("failed_refund_id") WHERE failed_refund_id is not null and status <> 'canceled';