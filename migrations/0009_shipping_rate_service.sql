ALTER TABLE "orders" ADD COLUMN "freight_service" text;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD COLUMN "service" text;