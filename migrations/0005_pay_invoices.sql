ALTER TABLE "invoice_actions" ADD COLUMN "payment_method_id" text;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "seller" text;