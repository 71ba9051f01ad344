import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";

/** Second factors of a user as administrators see them, without their secrets. */
export const factorSummary = z.object({
  passkeys: describe(z.int(), "Number of passkeys"),
  has_totp: describe(z.boolean(), "Whether an authenticator app is on"),
  backup_codes_left: describe(z.int(), "Number of backup codes that are not used"),
  last_used_at: describe(z.nullable(instant()), "When one of them was used last; null: never"),
});

export const recovery = z.object({
  begun_at: instant("When an administrator began it, ISO 8601 in UTC"),
  begun_by: describe(z.nullable(z.string()), "Name of the administrator; null: deleted"),
  due_at: instant("When the link is mailed, ISO 8601 in UTC"),
  mailed_at: describe(z.nullable(instant()), "When the link was mailed; null: not yet"),
  expires_at: describe(z.nullable(instant()), "Until when the mailed link works; null: not mailed yet"),
});

export const userFactorsShape = {
  ...factorSummary.shape,
  recovery: describe(z.nullable(recovery), "The recovery that runs; null: none"),
};
