import { z } from "zod";

/**
 * The part of FedEx's REST API that the store uses: `Ship/Shipment-Resource.json`,
 * `Track/TrackingNumbers-Resource.json` and `Track/ReferenceNumbers-Resource.json` of
 * https://developer.fedex.com/wirc/json/api_groups/. Unknown fields are refused.
 */
const accountSchema = z.strictObject({ value: z.string().min(1).max(9) });

const address = z.strictObject({
  streetLines: z.array(z.string().min(1).max(35)).min(1).max(3),
  city: z.string().min(1).max(35),
  stateOrProvinceCode: z.string().max(35).optional(),
  postalCode: z.string().max(10),
  countryCode: z.string().length(2),
  residential: z.boolean().optional(),
});
const contact = z
  .strictObject({
    personName: z.string().min(1).max(70).optional(),
    companyName: z.string().min(1).max(35).optional(),
    phoneNumber: z.string().regex(/^\d{10,15}$/),
    emailAddress: z.string().max(80).optional(),
  })
  .refine(({ personName, companyName }) => personName ?? companyName);

const servicesWithin = ["FEDEX_GROUND", "FEDEX_2_DAY", "STANDARD_OVERNIGHT"];
const internationalServices = ["INTERNATIONAL_ECONOMY", "FEDEX_INTERNATIONAL_PRIORITY"];

/**
 * FEDEX_GROUND means "FedEx International Ground and FedEx Domestic Ground"
 * (https://developer.fedex.com/api/en-us/guides/api-reference.html#servicetypes); International Ground is for shipments
 * between the United States and Canada.
 */
export function listServices(from: string, to: string): string[] {
  if (from === to) return servicesWithin;
  const isByGround = [from, to].every((country) => country === "US" || country === "CA");
  return isByGround ? ["FEDEX_GROUND", ...internationalServices] : internationalServices;
}

const moneySchema = z.strictObject({ amount: z.number().positive(), currency: z.literal("USD") });
const clearanceSchema = z.strictObject({
  dutiesPayment: z.strictObject({ paymentType: z.enum(["SENDER", "RECIPIENT", "THIRD_PARTY"]) }),
  isDocumentOnly: z.boolean().optional(),
  commercialInvoice: z.strictObject({
    shipmentPurpose: z.enum(["SOLD", "NOT_SOLD", "GIFT", "SAMPLE", "REPAIR_AND_RETURN", "PERSONAL_EFFECTS"]).optional(),
    termsOfSale: z.string().length(3).optional(),
  }),
  totalCustomsValue: moneySchema.optional(),
  commodities: z
    .array(
      z.strictObject({
        description: z.string().min(3).max(450),
        countryOfManufacture: z.string().length(2),
        harmonizedCode: z
          .string()
          .regex(/^\d{6,10}$/)
          .optional(),
        numberOfPieces: z.number().int().min(1).max(9999).optional(),
        quantity: z.number().int().positive(),
        quantityUnits: z.string(),
        unitPrice: moneySchema,
        customsValue: moneySchema,
        weight: z.strictObject({ units: z.enum(["KG", "LB"]), value: z.number().positive() }),
      }),
    )
    .min(1)
    .max(999),
  /** The number of an export filing, or an exemption. */
  exportDetail: z
    .strictObject({ exportComplianceStatement: z.string().regex(/^(AESX\d{14}|NO_EEI_30_37_A)$/) })
    .optional(),
});

export const shipBody = z.strictObject({
  labelResponseOptions: z.enum(["LABEL", "URL_ONLY"]),
  accountNumber: accountSchema,
  requestedShipment: z.strictObject({
    shipper: z.strictObject({ contact, address }),
    recipients: z.array(z.strictObject({ contact, address })).length(1),
    serviceType: z.string(),
    packagingType: z.enum(["YOUR_PACKAGING", "FEDEX_BOX", "FEDEX_ENVELOPE"]),
    pickupType: z.enum(["USE_SCHEDULED_PICKUP", "DROPOFF_AT_FEDEX_LOCATION", "CONTACT_FEDEX_TO_SCHEDULE"]),
    shippingChargesPayment: z.strictObject({ paymentType: z.enum(["SENDER", "RECIPIENT", "THIRD_PARTY"]) }),
    labelSpecification: z.strictObject({ imageType: z.enum(["PDF", "PNG", "ZPLII"]), labelStockType: z.string() }),
    customsClearanceDetail: clearanceSchema.optional(),
    shippingDocumentSpecification: z
      .strictObject({
        shippingDocumentTypes: z.array(z.enum(["COMMERCIAL_INVOICE"])).length(1),
        commercialInvoiceDetail: z.strictObject({
          documentFormat: z.strictObject({ docType: z.literal("PDF"), stockType: z.enum(["PAPER_LETTER"]) }),
        }),
      })
      .optional(),
    requestedPackageLineItems: z
      .array(
        z.strictObject({
          weight: z.strictObject({ units: z.enum(["KG", "LB"]), value: z.number().positive() }),
          groupPackageCount: z.literal(1).optional(),
          customerReferences: z
            .array(
              z.strictObject({
                customerReferenceType: z.enum(["CUSTOMER_REFERENCE", "INVOICE_NUMBER", "P_O_NUMBER"]),
                value: z.string().min(1).max(40),
              }),
            )
            .max(3)
            .optional(),
        }),
      )
      .length(1),
  }),
});

export const cancelBody = z.strictObject({
  accountNumber: accountSchema,
  trackingNumber: z.string().min(1),
  deletionControl: z.enum(["DELETE_ALL_PACKAGES"]).optional(),
  senderCountryCode: z.string().length(2).optional(),
});

export const numbersBody = z.strictObject({
  includeDetailedScans: z.boolean(),
  trackingInfo: z
    .array(z.strictObject({ trackingNumberInfo: z.strictObject({ trackingNumber: z.string().min(1) }) }))
    .min(1)
    .max(30),
});

const dateSchema = z.iso.date();
export const referencesBody = z.strictObject({
  includeDetailedScans: z.boolean(),
  referencesInformation: z.strictObject({
    type: z.enum(["CUSTOMER_REFERENCE", "INVOICE", "PURCHASE_ORDER"]),
    value: z.string().min(1).max(40),
    accountNumber: z.string().min(1),
    shipDateBegin: dateSchema,
    shipDateEnd: dateSchema,
  }),
});

export const tokenAnswerSchema = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number(),
  scope: z.string(),
});
const transactionFields = { transactionId: z.string() };
export const shipAnswer = z.strictObject({
  ...transactionFields,
  output: z.strictObject({
    transactionShipments: z.array(
      z.strictObject({
        masterTrackingNumber: z.string(),
        serviceType: z.string(),
        shipDatestamp: dateSchema,
        shipmentDocuments: z
          .array(
            z.strictObject({
              contentType: z.literal("COMMERCIAL_INVOICE"),
              docType: z.literal("PDF"),
              encodedLabel: z.base64(),
            }),
          )
          .optional(),
        pieceResponses: z.array(
          z.strictObject({
            trackingNumber: z.string(),
            masterTrackingNumber: z.string(),
            packageDocuments: z.array(
              z.strictObject({ contentType: z.literal("LABEL"), docType: z.literal("PDF"), encodedLabel: z.base64() }),
            ),
          }),
        ),
      }),
    ),
  }),
});
export const validateAnswer = z.strictObject({
  ...transactionFields,
  output: z.strictObject({ alerts: z.array(z.strictObject({ code: z.string(), message: z.string() })) }),
});
export const cancelAnswer = z.strictObject({
  ...transactionFields,
  output: z.strictObject({
    cancelledShipment: z.literal(true),
    cancelledHistory: z.literal(true),
    message: z.string(),
  }),
});
const trackResultSchema = z.union([
  z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }),
  z.strictObject({
    trackingNumberInfo: z.strictObject({ trackingNumber: z.string() }),
    latestStatusDetail: z.strictObject({ code: z.string(), statusByLocale: z.string(), description: z.string() }),
    dateAndTimes: z.array(z.strictObject({ type: z.string(), dateTime: z.string() })),
    scanEvents: z
      .array(
        z.strictObject({
          date: z.string(),
          eventType: z.string(),
          eventDescription: z.string(),
          scanLocation: z.strictObject({
            city: z.string(),
            stateOrProvinceCode: z.string(),
            countryCode: z.string(),
          }),
        }),
      )
      .optional(),
  }),
]);
export type TrackResult = z.infer<typeof trackResultSchema>;
export const trackAnswer = z.strictObject({
  ...transactionFields,
  output: z.strictObject({
    completeTrackResults: z.array(
      z.strictObject({ trackingNumber: z.string().optional(), trackResults: z.array(trackResultSchema) }),
    ),
  }),
});
