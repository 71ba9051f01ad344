import { z } from "zod";
import type { Kind } from "../store/kinds.ts";

/**
 * The part of the REST API Browser's schemas that the store uses
 * (system.netsuite.com/help/helpcenter/en_US/APIs/REST_API_Browser/record/v1). Unknown fields are refused, as with
 * `X-NetSuite-PropertyNameValidation: Error`.
 */
const id = z.union([z.string().regex(/^\d+$/), z.int().min(1)]).transform(String);
const reference = z.object({ id, refName: z.string().optional() });
const moneySchema = z.number().multipleOf(0.01);
const line = z.strictObject({
  item: reference,
  /** Assigned by NetSuite. */
  line: z.int().optional(),
  orderLine: z.int().optional(),
  quantity: z.number().positive().optional(),
  rate: moneySchema.optional(),
  amount: moneySchema.optional(),
  description: z.string().max(4000).optional(),
});
const lines = z.strictObject({ items: z.array(line).min(1) });
const orderLines = z.strictObject({ items: z.array(line.extend({ isClosed: z.boolean().optional() })).min(1) });
const dateSchema = z.iso.date();

const saleFields = {
  externalId: z.string().optional(),
  entity: reference,
  otherRefNum: z.string().max(45).optional(),
  memo: z.string().max(999).optional(),
  tranDate: dateSchema.optional(),
  taxDetailsOverride: z.boolean().optional(),
  terms: reference.optional(),
  item: lines,
};

export const bodySchemas = {
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
    ...saleFields,
    item: orderLines,
    /** A: pending approval, B: pending fulfillment. */
    orderStatus: z.object({ id: z.enum(["A", "B"]) }).default({ id: "A" }),
  }),
  invoice: z.strictObject({ ...saleFields, dueDate: dateSchema.optional(), createdFrom: reference.optional() }),
  credit_memo: z.strictObject({ ...saleFields, createdFrom: reference.optional() }),
  fulfillment: z.strictObject({
    externalId: z.string().optional(),
    createdFrom: reference,
    shipStatus: z.strictObject({ id: z.enum(["A", "B", "C"]) }).optional(),
    tranDate: dateSchema.optional(),
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
            /** Separated by newlines, as in the record's form. */
            serialNumbers: z.string().optional(),
          }),
        ),
      })
      .optional(),
  }),
  customer_payment: z.never(),
  customer_refund: z.never(),
} satisfies Record<Kind, z.ZodType>;

const transformFields = {
  externalId: z.string().optional(),
  tranDate: dateSchema.optional(),
  memo: z.string().max(999).optional(),
};
const saleTransformSchema = z.strictObject({
  ...transformFields,
  otherRefNum: z.string().max(45).optional(),
  taxDetailsOverride: z.boolean().optional(),
  item: z
    .strictObject({
      items: z
        .array(
          z.strictObject({
            /** The line's number in the source. */
            orderLine: z.int(),
            /** Zero leaves the line out. */
            quantity: z.number().min(0).optional(),
            rate: moneySchema.optional(),
            description: z.string().max(4000).optional(),
          }),
        )
        .min(1),
    })
    .optional(),
});
const paymentTransformSchema = z.strictObject({
  ...transformFields,
  account: reference.optional(),
  payment: moneySchema.optional(),
});
/** `apply` names the invoices that the payment settles (article_0224093711). */
const invoicePaymentSchema = z.strictObject({
  ...paymentTransformSchema.shape,
  undepFunds: z.boolean().optional(),
  apply: z
    .strictObject({
      items: z.array(
        z.strictObject({ doc: reference, apply: z.boolean(), amount: moneySchema, line: z.int().optional() }),
      ),
    })
    .optional(),
});

export const transformSchemas = {
  "sales_order invoice": z.strictObject({
    ...saleTransformSchema.shape,
    terms: reference.optional(),
    dueDate: dateSchema.optional(),
  }),
  "invoice credit_memo": saleTransformSchema,
  "invoice customer_payment": invoicePaymentSchema,
  "credit_memo customer_refund": paymentTransformSchema,
};

const linkSchema = z.object({ rel: z.string(), href: z.string() });
export const recordAnswerSchema = z.looseObject({
  links: z.array(linkSchema),
  id: z.union([z.string().regex(/^\d+$/), z.int()]),
  externalId: z.string().optional(),
  lastModifiedDate: z.iso.datetime(),
  total: z.number().optional(),
});
