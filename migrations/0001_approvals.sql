CREATE TABLE "approval_requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"cart_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"total" bigint NOT NULL,
	"purchase" jsonb NOT NULL,
	"note" text,
	"po_number" text,
	"rules" jsonb NOT NULL,
	"approvals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempt_id" uuid,
	"reason" text,
	"remind_at" timestamp (3) with time zone,
	"escalate_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_rules" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"min_total" bigint,
	"monthly_budget" bigint,
	"user_ids" uuid[] DEFAULT '{}' NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"approver_ids" uuid[] NOT NULL,
	"mode" text DEFAULT 'any' NOT NULL,
	"escalate_after_hours" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "is_approval_by_mail_allowed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_attempt_id_checkout_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."checkout_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_rules" ADD CONSTRAINT "approval_rules_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_cart_id_unique" ON "approval_requests" USING btree ("cart_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_attempt_id_unique" ON "approval_requests" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "approval_requests_org_id" ON "approval_requests" USING btree ("org_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "approval_requests_total" ON "approval_requests" USING btree ("total","id","org_id");--> statement-breakpoint
CREATE INDEX "approval_requests_user_id" ON "approval_requests" USING btree ("user_id") WHERE "approval_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "approval_requests_open" ON "approval_requests" USING btree ("expires_at") WHERE "approval_requests"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "approval_rules_org_id" ON "approval_rules" USING btree ("org_id","created_at");