CREATE TABLE "plan_switches" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"interval" text NOT NULL,
	"amount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"credit" bigint NOT NULL,
	"due" bigint NOT NULL,
	"prorated_at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"status" text DEFAULT 'previewed' NOT NULL,
	"refusal" text,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_switches" ADD CONSTRAINT "plan_switches_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_switches" ADD CONSTRAINT "plan_switches_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_switches_claimed_unique" ON "plan_switches" USING btree ("subscription_id") WHERE "plan_switches"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX "plan_switches_subscription_id" ON "plan_switches" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "plan_switches_claimed" ON "plan_switches" USING btree ("next_at") WHERE "plan_switches"."status" = 'claimed';