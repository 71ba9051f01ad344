import * as z from "zod/mini";
import type { Errcode } from "./errcodes.ts";

/** Fields of a refusal besides errcode and message. */
export const errorDetails = {
  ORDER_APPROVAL_REQUIRED: {
    approval: z.object({
      rule_ids: z.array(z.string()),
      approvers: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
} satisfies Partial<Record<Errcode, Record<string, z.ZodMiniType>>>;
