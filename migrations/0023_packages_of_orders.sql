CREATE TABLE "package_serials" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"package_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"device_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"tracking_id" text,
	"tracking_link" text,
	"freight_carrier" text,
	"freight_service" text,
	"parcel" jsonb,
	"has_label" boolean DEFAULT false NOT NULL,
	"note" text,
	"lease_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "package_serials" ADD CONSTRAINT "package_serials_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_serials" ADD CONSTRAINT "package_serials_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "package_serials_serial_unique" ON "package_serials" USING btree (upper("serial"));--> statement-breakpoint
CREATE INDEX "package_serials_package_id" ON "package_serials" USING btree ("package_id");--> statement-breakpoint
CREATE INDEX "package_serials_line_id" ON "package_serials" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_tracking_unique" ON "packages" USING btree ("order_id",upper("tracking_id")) WHERE "packages"."status" <> 'canceled';--> statement-breakpoint
CREATE INDEX "packages_order_id" ON "packages" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "packages_under_way" ON "packages" USING btree ("id") WHERE "packages"."status" in ('asked', 'made', 'sent', 'exception');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_test" ON "orders" USING btree ("org_id") WHERE "orders"."is_test";--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_serials_fit" CHECK (cardinality("order_lines"."serial_number") <= "order_lines"."quantity") NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_test_is_free" CHECK (not "orders"."is_test" or ("orders"."total" = 0 and "orders"."attempt_id" is null and "orders"."stripe_id" is null)) NOT VALID;--> statement-breakpoint
CREATE FUNCTION keep_test_orders_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'is_test of an order never changes';
END $$;--> statement-breakpoint
CREATE TRIGGER orders_keep_test_apart BEFORE UPDATE OF "is_test" ON "orders"
	FOR EACH ROW WHEN (OLD.is_test IS DISTINCT FROM NEW.is_test) EXECUTE FUNCTION keep_test_orders_apart();