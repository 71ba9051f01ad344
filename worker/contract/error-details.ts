import * as z from "zod/mini";
import { factorKinds } from "../../db/enums.ts";
import { describe } from "./fields.ts";
import type { Errcode } from "./errcodes.ts";

export type { FactorKind } from "../../db/enums.ts";

/** Fields of a refusal besides errcode and message. */
export const errorDetails = {
  ORDER_APPROVAL_REQUIRED: {
    approval: z.object({
      rule_ids: z.array(z.string()),
      approvers: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  FRESH_SIGN_IN_REQUIRED: { factors: z.array(z.enum(factorKinds)) },
  CREDIT_LIMIT_EXCEEDED: { available: z.int(), exceeded_by: z.int() },
  SECOND_FACTOR_REQUIRED: {
    factors: describe(z.array(z.enum(factorKinds)), "What can be the second step"),
    challenge: describe(z.string(), "For the second step; works for 5 minutes"),
  },
} satisfies Partial<Record<Errcode, Record<string, z.ZodMiniType>>>;
