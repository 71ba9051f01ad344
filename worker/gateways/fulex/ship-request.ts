type Destination = {
  name: string;
  company?: string | undefined;
  phone: string | null;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};
type CustomsItem = {
  description: string;
  quantity: number;
  /** US cents of one piece. */
  unit_value: number;
  /** Weight of all pieces. */
  weight_grams: number;
  country_of_origin: string;
  hs_code: string;
};
export type Parcel = {
  id: string;
  service: string;
  weight_grams: number;
  to: Destination;
  /** For a package that crosses a border; `export_statement` is the number of the export filing, or its exemption. */
  customs?: { items: readonly CustomsItem[]; export_statement?: string } | undefined;
};
type Shipper = Record<"company" | "phone" | "line1" | "city" | "state" | "postal_code" | "country", string>;

/** Parses the setting, such as "CGX Inc.; +1 512 555 0100; 1 Main Street; Austin; TX; 78701; US". */
export function readShipper(setting: string): Shipper {
  const [company = "", phone = "", line1 = "", city = "", state = "", postal_code = "", country = ""] = setting
    .split(";")
    .map((part) => part.trim());
  return { company, phone, line1, city, state, postal_code, country };
}

type Sender = { account: string; shipper: Shipper };

/**
 * Body of requests to create or validate a shipment
 * (https://developer.fedex.com/wirc/json/api_groups/Ship/Shipment-Resource.json).
 */
export const buildShipRequest = ({ id, service, weight_grams, to, customs }: Parcel, { account, shipper }: Sender) => ({
  labelResponseOptions: "LABEL",
  accountNumber: { value: account },
  requestedShipment: {
    shipper: {
      contact: { companyName: shipper.company, phoneNumber: toDigits(shipper.phone) },
      address: toAddress({ ...shipper, line2: null }),
    },
    recipients: [
      {
        contact: {
          personName: to.name.slice(0, 70),
          ...(to.company && { companyName: to.company.slice(0, 35) }),
          phoneNumber: hasDialablePhone(to) ? toDigits(to.phone ?? "") : toDigits(shipper.phone),
        },
        address: toAddress(to),
      },
    ],
    serviceType: service,
    packagingType: "YOUR_PACKAGING",
    pickupType: "USE_SCHEDULED_PICKUP",
    shippingChargesPayment: { paymentType: "SENDER" },
    labelSpecification: { imageType: "PDF", labelStockType: "PAPER_4X6" },
    ...(customs && {
      customsClearanceDetail: toClearance(customs),
      shippingDocumentSpecification: invoiceSpecification,
    }),
    requestedPackageLineItems: [
      {
        weight: { units: "KG", value: Math.max(0.1, Math.ceil(weight_grams / 100) / 10) },
        // The carrier stores references only with a package count.
        groupPackageCount: 1,
        customerReferences: [{ customerReferenceType: "CUSTOMER_REFERENCE", value: toReference(id) }],
      },
    ],
  },
});

/** The shop collects no duties, so the recipient pays them: delivered at place (Incoterms). */
const toClearance = ({ items, export_statement }: NonNullable<Parcel["customs"]>) => ({
  dutiesPayment: { paymentType: "RECIPIENT" },
  isDocumentOnly: false,
  commercialInvoice: { shipmentPurpose: "SOLD", termsOfSale: "DAP" },
  totalCustomsValue: usd(items.reduce((sum, { unit_value, quantity }) => sum + unit_value * quantity, 0)),
  commodities: items.map(({ description, quantity, unit_value, weight_grams: grams, ...item }) => ({
    description: description.slice(0, 450),
    countryOfManufacture: item.country_of_origin,
    harmonizedCode: item.hs_code,
    numberOfPieces: quantity,
    quantity,
    quantityUnits: "EA",
    unitPrice: usd(unit_value),
    customsValue: usd(unit_value * quantity),
    // Rounded down, because commodities must not weigh more than their package.
    weight: { units: "KG", value: Math.max(0.01, Math.floor(grams / 10) / 100) },
  })),
  ...(export_statement !== undefined && { exportDetail: { exportComplianceStatement: export_statement } }),
});

const invoiceSpecification = {
  shippingDocumentTypes: ["COMMERCIAL_INVOICE"],
  commercialInvoiceDetail: { documentFormat: { docType: "PDF", stockType: "PAPER_LETTER" } },
};

const usd = (cents: number) => ({ amount: cents / 100, currency: "USD" });

/** A uuid in base 36 has 25 characters; the service Ground allows 30. */
export const toReference = (id: string): string =>
  BigInt(`0x${id.replaceAll("-", "")}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, "0");

const hasDialablePhone = ({ phone, country }: Destination): boolean =>
  (country === "US" || country === "CA" ? /^1?\d{10}$/ : /^\d{10,15}$/).test(toDigits(phone ?? ""));

const toDigits = (phone: string): string => phone.replace(/\D/g, "").slice(0, 15);

const hasState = ({ state, country }: Pick<Destination, "state" | "country">): boolean =>
  state !== "" && (country === "US" || country === "CA" || /^[A-Z]{2}$/.test(state));

type PostalAddress = Pick<Destination, "line1" | "line2" | "city" | "state" | "postal_code" | "country">;

/** The carrier allows three lines of 35 characters, and codes of two letters instead of names of states. */
const toAddress = ({ line1, line2, city, state, postal_code, country }: PostalAddress) => ({
  streetLines: [line1, line2].flatMap((line) => line?.match(/.{1,35}(?=\s|$)|.{1,35}/g) ?? []).slice(0, 3),
  city: city.slice(0, 35),
  ...(hasState({ state, country }) && { stateOrProvinceCode: state }),
  postalCode: postal_code,
  countryCode: country,
});
