import * as z from "zod/mini";
import { staffPresets } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { factorSummary } from "./user-factors.ts";
import { userShape } from "./user.ts";

export const staffMemberShape = {
  id: userShape.id,
  email: userShape.email,
  first_name: userShape.first_name,
  last_name: userShape.last_name,
  preset: describe(z.enum(staffPresets), "What the administrator may do in the console"),
  is_active: userShape.is_active,
  is_set_up: describe(z.boolean(), "Whether the user accepted the invitation"),
  second_factor: describe(factorSummary, "Passkeys, authenticator app and backup codes"),
  last_seen_at: describe(z.nullable(instant()), "Time of the last activity while signed in; null: long ago or never"),
  invited_by: describe(
    z.nullable(z.object({ id: userShape.id, first_name: z.string(), last_name: z.string() })),
    "The user who sent the invitation; null: nobody on record, as for the first administrator",
  ),
  created_at: instant(),
  updated_at: instant(),
};

export const staffMember = z.object(staffMemberShape);
