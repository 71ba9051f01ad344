import { type MailPayload, type MailType } from "../contract/notification-types.ts";
import * as accountRequests from "./account-requests.ts";
import * as credentials from "./credentials.ts";
import { digest } from "./digest.ts";
import * as orderInvoices from "./order-invoices.ts";
import * as orders from "./orders.ts";
import * as payments from "./payments.ts";
import * as products from "./products.ts";
import * as orderApprovals from "./order-approvals.ts";
import * as quotes from "./quotes.ts";
import * as refundApprovals from "./refund-approvals.ts";
import * as refundInstructions from "./refund-instructions.ts";
import * as roleWishes from "./role-wish.ts";
import * as roles from "./roles.ts";
import * as secondFactor from "./second-factor.ts";
import * as security from "./security.ts";
import * as staff from "./staff.ts";
import * as subscriptions from "./subscriptions.ts";
import type { Variants } from "./template.ts";
import * as users from "./users.ts";

/** Types whose text is a template; announcements and must-reads are written in Markdown. */
export type TemplateType = Exclude<MailType, "announcement" | "mustRead">;

type Templates = { [T in TemplateType]: Variants<MailPayload<T>> };

/** Each module exports the templates of its types by their names. */
const templates: Templates = {
  ...accountRequests,
  ...credentials,
  digest,
  ...orders,
  ...orderInvoices,
  ...payments,
  ...products,
  ...orderApprovals,
  ...quotes,
  ...refundApprovals,
  ...refundInstructions,
  ...roles,
  ...roleWishes,
  ...security,
  ...secondFactor,
  ...staff,
  ...subscriptions,
  ...users,
};

// as: Object.keys forgets which keys the object has.
export const templateTypes = Object.keys(templates) as TemplateType[];

/** The payload must have been parsed by the schema of `type`. */
// as: TypeScript cannot relate a union of types to its templates by key.
export const variantsOf = (type: TemplateType): Variants<object> => templates[type] as Variants<object>;

export const templateId = (type: TemplateType, variant: string): string =>
  variant === "" ? type : `${type}.${variant}`;
