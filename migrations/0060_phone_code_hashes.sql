ALTER TABLE "phone_codes" ADD COLUMN "code_hash" text;
