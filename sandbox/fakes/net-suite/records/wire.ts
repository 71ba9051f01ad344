import { z } from "zod";
import type { Kind } from "../store/kinds.ts";

/**
 * The used part of the REST API Browser's schemas
 * (system.netsuite.com/help/helpcenter/en_US/APIs/REST_API_Browser/record/v1). Unknown fields are refused, as with
 * `X-NetSuite-PropertyNameValidation: Error`.
 */
const id = z.union([z.string().regex(/^\d+$/), z.int().min(1)]).transform(String);
const reference = z.object({ id, refName: z.string().optional() });
const money = z.number().multipleOf(0.01);
const line = z.strictObject({
  item: reference,
  /** Assigned by NetSuite. */
  line: z.int().optional(),
  orderLine: z.int().optional(),
  quantity: z.number().positive().optional(),
  rate: money.optional(),
  amount: money.optional(),
  description: z.string().max(4000).optional(),
});
const lines = z.strictObject({ items: z.array(line).min(1) });
const day = z.iso.date();

const sale = {
  externalId: z.string().optional(),
  entity: reference,
  otherRefNum: z.string().max(45).optional(),
  memo: z.string().max(999).optional(),
  tranDate: day.optional(),
  taxDetailsOverride: z.boolean().optional(),
  terms: reference.optional(),
  item: lines,
};

export const bodies = {
  customer: z.strictObject({
    externalId: z.string().optional(),
    entityId: z.string().max(83).optional(),
    companyName: z.string().max(83),
    email: z.string().max(254).nullish(),
    priceLevel: reference.nullish(),
    defaultAddress: z.string().nullish(),
    isInactive: z.boolean().optional(),
  }),
  item: z.strictObject({
    externalId: z.string().optional(),
    itemId: z.string().max(250),
    displayName: z.string().max(4000).nullish(),
    isInactive: z.boolean().optional(),
  }),
  account: z.strictObject({ externalId: z.string().optional(), acctName: z.string() }),
  term: z.strictObject({
    externalId: z.string().optional(),
    name: z.string().max(31),
    daysUntilNetDue: z.int().min(0).optional(),
    isInactive: z.boolean().optional(),
  }),
  sales_order: z.strictObject({
    ...sale,
    /** A: pending approval, B: pending fulfillment. */
    orderStatus: z.object({ id: z.enum(["A", "B"]) }).default({ id: "A" }),
  }),
  invoice: z.strictObject({ ...sale, dueDate: day.optional(), createdFrom: reference.optional() }),
  credit_memo: z.strictObject({ ...sale, createdFrom: reference.optional() }),
  fulfillment: z.strictObject({
    externalId: z.string().optional(),
    createdFrom: reference,
    shipStatus: z.strictObject({ id: z.enum(["A", "B", "C"]) }).optional(),
    tranDate: day.optional(),
    package: z
      .strictObject({
        items: z.array(
          z.strictObject({
            packageTrackingNumber: z.string().max(64).optional(),
            packageDescr: z.string().max(300).optional(),
            packageWeight: z.number().positive().optional(),
          }),
        ),
      })
      .optional(),
    item: z
      .strictObject({
        items: z.array(
          z.strictObject({
            item: reference,
            quantity: z.number().positive().optional(),
            /** Newline-separated, as in the record's form. */
            serialNumbers: z.string().optional(),
          }),
        ),
      })
      .optional(),
  }),
  customer_payment: z.never(),
  customer_refund: z.never(),
} satisfies Record<Kind, z.ZodType>;

const transformed = {
  externalId: z.string().optional(),
  tranDate: day.optional(),
  memo: z.string().max(999).optional(),
};
const transformedSale = z.strictObject({
  ...transformed,
  otherRefNum: z.string().max(45).optional(),
  taxDetailsOverride: z.boolean().optional(),
  item: z
    .strictObject({
      items: z
        .array(
          z.strictObject({
            /** Line of the source. */
            orderLine: z.int(),
            /** Zero leaves the line out. */
            quantity: z.number().min(0).optional(),
            rate: money.optional(),
            description: z.string().max(4000).optional(),
          }),
        )
        .min(1),
    })
    .optional(),
});
const transformedPayment = z.strictObject({ ...transformed, account: reference.optional(), payment: money.optional() });
/** `apply` names the invoices that the payment settles (article_0224093711). */
const invoicePayment = z.strictObject({
  ...transformedPayment.shape,
  undepFunds: z.boolean().optional(),
  apply: z
    .strictObject({
      items: z.array(z.strictObject({ doc: reference, apply: z.boolean(), amount: money, line: z.int().optional() })),
    })
    .optional(),
});

/** By source and target. */
export const transformations = {
  "sales_order invoice": z.strictObject({
    ...transformedSale.shape,
    terms: reference.optional(),
    dueDate: day.optional(),
  }),
  "invoice credit_memo": transformedSale,
  "invoice customer_payment": invoicePayment,
  "credit_memo customer_refund": transformedPayment,
};

const link = z.object({ rel: z.string(), href: z.string() });
export const recordAnswer = z.looseObject({
  links: z.array(link),
  id: z.union([z.string().regex(/^\d+$/), z.int()]),
  externalId: z.string().optional(),
  lastModifiedDate: z.iso.datetime(),
  total: z.number().optional(),
});
