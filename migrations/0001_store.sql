CREATE SEQUENCE cart_numbers START 1001;
--> statement-breakpoint
CREATE SEQUENCE order_numbers START 1001;
--> statement-breakpoint
CREATE SEQUENCE stripe_seq;
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"cart_no" text DEFAULT 'C' || lpad(nextval('cart_numbers')::text, 8, '0') NOT NULL,
	"products" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"seen_prices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" jsonb DEFAULT '{"billing":null,"shipping":null}'::jsonb NOT NULL,
	"stripe_payment_method_id" text,
	"shipping_rate_id" uuid,
	"tax_amount" bigint,
	"tax_rate" double precision,
	"tax_calculation_id" text,
	"tax_key" text,
	"attempt_id" uuid,
	"is_complete" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout_attempts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"cart_id" uuid NOT NULL,
	"cart_version" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"status" text DEFAULT 'claimed' NOT NULL,
	"payment_method_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"failure" text,
	"action_url" text,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"reference_id" uuid NOT NULL,
	"reference_type" text NOT NULL,
	"period_start" timestamp (3) with time zone DEFAULT 'epoch' NOT NULL,
	"billing_reason" text DEFAULT 'manual' NOT NULL,
	"org_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"shipping" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"products" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payment_status" text DEFAULT 'pending' NOT NULL,
	"needs_review" boolean DEFAULT false NOT NULL,
	"has_failed" boolean DEFAULT false NOT NULL,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"stripe_payment_id" text,
	"stripe_invoice_id" text,
	"stripe_invoice_url" text,
	"stripe_invoice_no" text,
	"tracking_number" text,
	"tracking_url" text,
	"cart_no" text,
	"net_suite_id" bigint,
	"is_net_suite_sync_needed" boolean DEFAULT false NOT NULL,
	"applied_seq" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_ledger" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"stripe_object_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"name" text NOT NULL,
	"price" bigint NOT NULL,
	"tax_amount" bigint DEFAULT 0 NOT NULL,
	"main_image" text,
	"short_description" text,
	"detailed_description" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"serial_number" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_number" text DEFAULT 'O' || lpad(nextval('order_numbers')::text, 8, '0') NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"attempt_id" uuid,
	"cart_no" text,
	"stripe_id" text,
	"stripe_bill_link" text,
	"total" bigint NOT NULL,
	"shipping" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"tax_calculation_id" text,
	"status" text DEFAULT 'new' NOT NULL,
	"payment_status" text DEFAULT 'pending' NOT NULL,
	"shipping_data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_rates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"country" text,
	"option" text NOT NULL,
	"price" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"created" bigint NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"product_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid,
	"attempt_id" uuid,
	"stripe_id" text,
	"status" text DEFAULT 'incomplete' NOT NULL,
	"amount" bigint NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"interval" text NOT NULL,
	"interval_count" integer DEFAULT 1 NOT NULL,
	"start_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cancel_at" timestamp (3) with time zone,
	"current_period_end" timestamp (3) with time zone,
	"applied_seq" bigint DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_name";--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "net_suite_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "type" text DEFAULT 'hardware' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_levels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "subscription_term" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "main_image" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "other_images" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "short_description" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "long_description" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "detailed_description" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "key_features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "compatibility" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "devices" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "software_use_cases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "platforms" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "requirements" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "certifications" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "availability" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "downloads" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "synchronized_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD CONSTRAINT "checkout_attempts_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_ledger" ADD CONSTRAINT "payment_ledger_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_attempt_id_checkout_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."checkout_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_attempt_id_checkout_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."checkout_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "carts_cart_no_unique" ON "carts" USING btree ("cart_no");--> statement-breakpoint
CREATE UNIQUE INDEX "carts_open_user_unique" ON "carts" USING btree ("user_id") WHERE not "carts"."is_complete";--> statement-breakpoint
CREATE INDEX "carts_user_id" ON "carts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_attempts_cart_version_unique" ON "checkout_attempts" USING btree ("cart_id","cart_version");--> statement-breakpoint
CREATE INDEX "checkout_attempts_open" ON "checkout_attempts" USING btree ("next_at") WHERE "checkout_attempts"."status" in ('claimed', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_reference_period_unique" ON "invoices" USING btree ("reference_type","reference_id","period_start");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_stripe_invoice_id_unique" ON "invoices" USING btree ("stripe_invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_stripe_payment_id" ON "invoices" USING btree ("stripe_payment_id");--> statement-breakpoint
CREATE INDEX "invoices_org_created_at" ON "invoices" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_created_at" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_payment_status" ON "invoices" USING btree ("payment_status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_ledger_object_kind_unique" ON "payment_ledger" USING btree ("stripe_object_id","kind");--> statement-breakpoint
CREATE INDEX "payment_ledger_invoice_id" ON "payment_ledger" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "order_lines_order_id" ON "order_lines" USING btree ("order_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_number_unique" ON "orders" USING btree ("order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_attempt_id_unique" ON "orders" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "orders_org_created_at" ON "orders" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_org_status" ON "orders" USING btree ("org_id","status","created_at");--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_created_at" ON "orders" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "orders_number_text" ON "orders" USING gin (order_number gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "shipping_rates_country" ON "shipping_rates" USING btree ("country");--> statement-breakpoint
CREATE INDEX "stripe_events_waiting" ON "stripe_events" USING btree ("next_at") WHERE "stripe_events"."status" = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_stripe_id_unique" ON "subscriptions" USING btree ("stripe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_live_unique" ON "subscriptions" USING btree ("org_id","product_id") WHERE "subscriptions"."status" in ('incomplete', 'active', 'past_due');--> statement-breakpoint
CREATE INDEX "subscriptions_attempt_id" ON "subscriptions" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "subscriptions_org_created_at" ON "subscriptions" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_created_at" ON "subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_net_suite_id_unique" ON "products" USING btree ("net_suite_id");--> statement-breakpoint
CREATE INDEX "products_created_at" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "products_sold_created_at" ON "products" USING btree ("created_at","id") WHERE is_active and is_published and not is_archived;--> statement-breakpoint
CREATE INDEX "products_sold_name" ON "products" USING btree ("name","id") WHERE is_active and is_published and not is_archived;--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category","created_at");--> statement-breakpoint
CREATE INDEX "products_text" ON "products" USING gin ((name || ' ' || coalesce(short_description, '') || ' ' || coalesce(sku, '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_devices" ON "products" USING gin ("devices");--> statement-breakpoint
CREATE INDEX "products_platforms" ON "products" USING gin ("platforms");--> statement-breakpoint
CREATE INDEX "products_use_cases" ON "products" USING gin ("software_use_cases");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("name","id");