import * as z from "zod/mini";
import { accountRequestStatuses } from "../../../db/enums.ts";
import { instant } from "../fields.ts";

export const accountRequest = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  org_name: z.string(),
  serial: z.nullable(z.string()),
  status: z.enum(accountRequestStatuses),
  created_at: instant(),
  updated_at: instant(),
});
