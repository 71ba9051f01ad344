ALTER TABLE "backup_codes" ADD COLUMN "sealed_by" text;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD COLUMN "sealed_by" text;