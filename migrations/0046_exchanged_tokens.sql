ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "former_token_hash" "bytea";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "exchanged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sessions_former_token_hash" ON "sessions" USING btree ("former_token_hash") WHERE "sessions"."former_token_hash" is not null;