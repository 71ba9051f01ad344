import * as z from "zod/mini";
import { type ProviderCheck, providerChecks } from "../../../../db/enums.ts";
import type { RowOf } from "../../sql.ts";

export type StepState = { is_done: boolean; note: string | null };

export type ProviderAnswers = Partial<Record<ProviderCheck, StepState>>;

const storedCheck = z.object({ is_done: z.boolean(), is_fresh: z.boolean(), note: z.nullable(z.string()) });

export const readinessFacts = () =>
  z.object({
    product: z.boolean(),
    plan: z.boolean(),
    shipping_rate: z.boolean(),
    license: z.boolean(),
    legal_texts: z.boolean(),
    organization: z.boolean(),
    has_sent_mail: z.boolean(),
    mail_error: z.nullable(z.string()),
    checks: z.partialRecord(z.enum(providerChecks), storedCheck),
  });
export type ReadinessFacts = RowOf<typeof readinessFacts>;
