ALTER TABLE "carts" DROP COLUMN "tax_calculation_id";--> statement-breakpoint
ALTER TABLE "carts" DROP COLUMN "tax_key";