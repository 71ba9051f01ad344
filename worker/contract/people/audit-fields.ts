// One table: a row is a record's field with its label and unit.
import type { AuditSubject } from "./audit-labels.ts";
import { deviceLabels } from "../entities/device.ts";
import { organizationLabels } from "./organization-fields.ts";

/** The format of a value; `count` for lists whose content would fill a page. */
export type AuditUnit =
  | "text"
  | "long"
  | "number"
  | "money"
  | "day"
  | "time"
  | "flag"
  | "choice"
  | "roles"
  | "reference"
  | { count: readonly [one: string, many: string] };
export type AuditField = readonly [label: string, unit: AuditUnit];
/** By column; `column.*` is each member of a column that holds an object. */
type Fields = Readonly<Record<string, AuditField>>;

const items = (one: string, many: string) => ({ count: [one, many] }) as const;
const text = (label: string): AuditField => [label, "text"];
const long = (label: string): AuditField => [label, "long"];
const number = (label: string): AuditField => [label, "number"];
const money = (label: string): AuditField => [label, "money"];
const day = (label: string): AuditField => [label, "day"];
const time = (label: string): AuditField => [label, "time"];
const flag = (label: string): AuditField => [label, "flag"];
const choice = (label: string): AuditField => [label, "choice"];
const reference = (label: string): AuditField => [label, "reference"];

const texts = (labels: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, text(label)]));
const { addressBooks: _addressBooks, ...organizationTexts } = organizationLabels;

const createdBy = reference("Created by");
const organization = reference("Organization");
const product = reference("Product");
const user = reference("User");
const queueFields = { next_at: time("Next try"), lease_until: time("Claimed until"), tries: number("Tries") };

/**
 * Label and unit of every audited field, by the type of its record. A record's entries also cover rows that belong to
 * it, such as scheduled prices of a product (`tests/domain/audit-fields.test.ts` has the tables).
 */
export const auditFields: Partial<Record<AuditSubject, Fields>> = {
  account_request: {
    email: text("Email"),
    first_name: text("First name"),
    last_name: text("Last name"),
    org_name: text("Organization"),
    serial: text("Serial number"),
    status: choice("Status"),
    user_id: user,
  },
  audience: {
    name: text("Name"),
    audience: text("Conditions"),
    "audience.*": long("Conditions"),
    created_by: createdBy,
  },
  book_difference: {
    kind: choice("Kind"),
    reference_type: choice("Kind of record"),
    reference_id: text("Record"),
    expected: money("Expected amount"),
    found: money("Recorded amount"),
    cause: choice("Cause"),
    org_id: organization,
    invoice_id: text("Invoice"),
    first_seen_at: time("First seen"),
    last_seen_at: time("Last seen"),
    last_seen_run: text("Last run"),
    opened_again_at: time("Reopened"),
    closed_at: time("Closed"),
    closed_by: reference("Closed by"),
    note: long("Note"),
  },
  callback: {
    type: text("Event"),
    object_id: text("Record at the provider"),
    created: number("Sent at the provider"),
    status: choice("Status"),
    received_at: time("Received"),
    processed_at: time("Processed"),
    ...queueFields,
  },
  cart: {
    cart_id: text("Cart"),
    cart_version: number("Version of the cart"),
    user_id: user,
    org_id: organization,
    status: choice("Payment"),
    payment_method_id: text("Payment method"),
    customer_id: text("Customer at the provider"),
    payment_method: text("Payment method"),
    "payment_method.*": text("Payment method"),
    failure: text("Reason of the failure"),
    action_url: text("Address of the bank’s page"),
    canceled_at: time("Canceled"),
    terms_version: text("Terms"),
    ...queueFields,
  },
  device: {
    org_id: organization,
    product_id: product,
    serial: text("Serial number"),
    name: text(deviceLabels.name),
    site: text(deviceLabels.site),
    tags: text(deviceLabels.tags),
    installed_version: text("Installed version"),
    installed_at: time("Version said at"),
    verified_by: choice("Verified by"),
    is_deleted: flag("Removed"),
  },
  industry: { name: text("Name") },
  invoice: {
    reference_id: text("Record"),
    reference_type: choice("Kind of record"),
    period_start: time("Start of the period"),
    billing_reason: choice("Reason"),
    org_id: organization,
    amount: money("Amount"),
    shipping: money("Shipping"),
    tax: money("Tax"),
    tax_address: text("Tax address"),
    "tax_address.*": text("Tax address"),
    tax_calculation_id: text("Tax calculation"),
    products: ["Products", items("product", "products")],
    payment_status: choice("Payment status"),
    needs_review: flag("Needs review"),
    reviewed_amount: money("Found right"),
    has_failed: flag("Failed"),
    is_disputed: flag("Disputed"),
    refunds: ["Refunds", items("refund", "refunds")],
    credited_amount: money("Credited"),
    applied_balance: money("Balance applied"),
    closed_as: choice("Closed as"),
    closed_at: time("Closed"),
    is_processing: flag("Waiting for the bank"),
    tries: ["Payment attempts", items("attempt", "attempts")],
    disputes: ["Disputes", items("dispute", "disputes")],
    reminder_sent_at: time("Reminder sent"),
    due_on: day("Due on"),
    remind_on: day("Next reminder on"),
    refund_seq: number("Number of refunds"),
    needs_action_at: time("Waiting for the bank since"),
    reminded_at: time("Reminded"),
    next_attempt_at: time("Next attempt"),
    checked_at: time("Checked at the provider"),
    stripe_payment_id: text("Payment at the provider"),
    stripe_invoice_id: text("Invoice at the provider"),
    stripe_invoice_url: text("Page of the invoice"),
    stripe_invoice_no: text("Invoice number"),
    tracking_number: text("Tracking number"),
    tracking_url: text("Tracking page"),
    cart_no: text("Cart"),
    po_number: text("PO number"),
    note: long("Note"),
    net_suite_id: text("NetSuite id"),
    is_net_suite_sync_needed: flag("Export to NetSuite"),
  },
  legal_text: {
    kind: choice("Kind"),
    title: text("Title"),
    html: long("Text"),
    valid_from: time("Valid from"),
    created_by: createdBy,
  },
  license_agreement: { html: long("Text"), valid_from: time("Valid from"), created_by: createdBy },
  notification: {
    type: choice("Kind"),
    payload: text("Content"),
    "payload.*": long("Content"),
    user_id: user,
    org_id: organization,
    roles: ["Roles", "roles"],
    audience: text("Audience"),
    "audience.*": long("Audience"),
    channels: text("Ways"),
    sent_by: reference("Sent by"),
    sent_at: time("Sent"),
    people: number("People"),
    organizations: number("Organizations"),
    created_by: createdBy,
    send_at: time("Time of sending"),
    missed_at: time("Not sent at"),
    missed_reason: choice("Not sent because"),
    scheduled_by: reference("Scheduled by"),
  },
  order: {
    order_number: text("Number"),
    user_id: user,
    org_id: organization,
    attempt_id: text("Payment attempt"),
    cart_no: text("Cart"),
    stripe_id: text("Record at the provider"),
    stripe_bill_link: text("Payment link"),
    total: money("Total"),
    shipping: money("Shipping"),
    tax: money("Tax"),
    tax_calculation_id: text("Tax calculation"),
    status: choice("Status"),
    payment_status: choice("Payment status"),
    shipping_data: text("Delivery"),
    freight_service: text("Carrier service"),
    "shipping_data.address": text("Shipping address"),
    "shipping_data.packages": ["Packages", items("package", "packages")],
    "shipping_data.*": text("Delivery"),
    ships_by: day("Ships by"),
    arrives_from: day("Arrives from"),
    arrives_by: day("Arrives by"),
    po_number: text("PO number"),
    note: long("Note"),
    terms_version: text("Terms"),
    price_level_name: text("Price level"),
    payment_terms_days: number("Payment terms in days"),
    is_test: flag("Test order"),
  },
  organization: {
    ...texts(organizationTexts),
    "address.*": text(organizationLabels.address),
    notes: long(organizationLabels.notes),
    address_books: [organizationLabels.addressBooks, items("address", "addresses")],
    "contact.*": text(organizationLabels.contact),
    contacts: [organizationLabels.contacts, items("contact", "contacts")],
    is_approval_by_mail_allowed: flag(organizationLabels.is_approval_by_mail_allowed),
    payment_terms_days: number("Payment terms in days"),
    credit_limit: money(organizationLabels.credit_limit),
    is_po_number_required: flag(organizationLabels.is_po_number_required),
    require_second_factor_from: day(organizationLabels.require_second_factor_from),
    remind_second_factor_on: day("Next reminder of the second step"),
    is_house: flag("The shop’s own"),
    stripe_customer_id: text("Customer at the provider"),
    tax_exempt: choice("Tax exemption"),
  },
  price_level: { name: text("Name"), is_base: flag("Base price") },
  product: {
    net_suite_id: text("NetSuite id"),
    sku: text("SKU"),
    name: text("Name"),
    type: choice("Type"),
    category: text("Category"),
    is_active: flag("Active"),
    is_archived: flag("Archived"),
    is_published: flag("Published"),
    price_levels: text("Prices"),
    "price_levels.*": money("Price"),
    tax_code: text("Tax code"),
    lead_days: number("Lead time in working days"),
    weight_grams: number("Weight in grams"),
    country_of_origin: text("Country of origin"),
    hs_code: text("HS code"),
    customs_value: money("Customs value"),
    subscription_term: choice("Term"),
    family: text("Family"),
    position: number("Position"),
    main_image: text("Main picture"),
    other_images: ["Pictures", items("picture", "pictures")],
    image_texts: text("Description of a picture"),
    "image_texts.*": text("Description of a picture"),
    short_description: long("Short description"),
    long_description: long("Long description"),
    detailed_description: ["Detailed description", items("section", "sections")],
    author: text("Author"),
    key_features: ["Key features", items("feature", "features")],
    notes: long("Notes"),
    compatibility: ["Compatibility", items("line", "lines")],
    devices: ["Devices", items("device", "devices")],
    software_use_cases: ["Use cases", items("use case", "use cases")],
    platforms: ["Platforms", items("platform", "platforms")],
    requirements: long("Requirements"),
    certifications: text("Certifications"),
    format: text("Format"),
    availability: text("Availability"),
    downloads: ["Downloads", items("link", "links")],
    links: ["Links", items("link", "links")],
    patterns: ["Serial number patterns", items("pattern", "patterns")],
    is_retired: flag("Retired"),
    publish_at: time("Publication"),
    product_id: product,
    level: text("Price level"),
    price: money("Scheduled price"),
    starts_at: time("Starts"),
    created_by: createdBy,
  },
  saved_view: { user_id: user, list: text("List"), name: text("Name"), query: text("Filters") },
  shipping_rate: {
    country: text("Country"),
    option: text("Option"),
    price: money("Price"),
    days_min: number("Days at least"),
    days_max: number("Days at most"),
    free_from: money("Free from"),
    service: text("Carrier service"),
    is_active: flag("Active"),
  },
  mail_template: {
    subject: text("Subject"),
    preheader: text("Preview line"),
    title: text("Heading"),
    body: long("Text"),
    action: text("Button"),
    footnote: long("Footnote"),
  },
  shop_settings: {
    is_only: flag("The only ones"),
    time_zone: text("Time zone"),
    refund_limit: money("Refunds without a second person"),
    holidays: text("Holidays"),
    seller: long("Seller on documents"),
  },
  software: {
    kind: choice("Kind"),
    name: text("Name"),
    title: text("Title"),
    description: long("Description"),
    author: text("Author"),
    author_url: text("Author’s page"),
    product_id: product,
    is_default: flag("For everybody"),
    fits_product_ids: ["Products that it fits", items("product", "products")],
    has_availability: flag("Availability chosen"),
    category: choice("Category"),
    repository: text("Repository"),
    is_deleted: flag("Removed"),
  },
  software_version: {
    software_id: reference("Software"),
    developer_description: long("Notes for developers"),
    public_description: long("Release notes"),
    compatible_app_version: text("App version that it needs"),
    file_name: text("File"),
    bytes: number("Size in bytes"),
    sha256: text("Checksum"),
    is_published: flag("Published"),
    published_at: time("Published on"),
    published_by: reference("Published by"),
    stage: choice("Stage"),
    stage_org_ids: ["Organizations that get it", items("organization", "organizations")],
    stage_percent: number("Percent that get it"),
    staged_at: time("Stage since"),
    withdrawn_at: time("Withdrawn on"),
    withdrawn_by: reference("Withdrawn by"),
    withdrawal_reason: long("Reason of the withdrawal"),
    replacement_id: reference("Replacement"),
    is_deleted: flag("Removed"),
  },
  subscription: {
    product_id: product,
    org_id: organization,
    user_id: user,
    attempt_id: text("Payment attempt"),
    stripe_id: text("Record at the provider"),
    status: choice("Status"),
    amount: money("Amount"),
    tax: money("Tax"),
    interval: choice("Term"),
    interval_count: number("Terms at once"),
    start_at: day("Start"),
    cancels_at_period_end: flag("Ends with its term"),
    payment_method: text("Payment method"),
    "payment_method.*": text("Payment method"),
    cancel_at: day("End"),
    current_period_end: day("End of the period"),
    created_by: createdBy,
  },
  user: {
    org_id: organization,
    email: text("Email"),
    first_name: text("First name"),
    last_name: text("Last name"),
    phone: text("Phone"),
    roles: ["Roles", "roles"],
    is_email_verified: flag("Email verified"),
    email_returned: choice("Returned mail"),
    email_returned_at: time("Last bounce or delivery"),
    returned_email: text("Returned address"),
    is_active: flag("Active"),
    agreed_version: text("Accepted license"),
    agreed_at: time("License accepted"),
    notification_settings: text("Notifications"),
    "notification_settings.is_subscribed": flag("News and reminders"),
    "notification_settings.*": text("Notifications"),
    user_id: user,
    number: text("Phone number for texts"),
    verified_at: time("Phone number verified"),
    preset: choice("Preset"),
    invited_by: reference("Invited by"),
    types: ["Text messages", items("kind", "kinds")],
  },
};

const capitalize = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1);

/** "payment_status" becomes "Payment status": for fields that the code no longer has. */
const labelFromName = (field: string): string =>
  capitalize(
    field
      .replace(/^is_|_id$/g, "")
      .replaceAll(/[_.]/g, " ")
      .trim(),
  );

/** A price level is its own label: "Base price", "Gold price". */
const priceLabel = (level: string): string =>
  / prices?$/i.test(level) ? level.replace(/ (prices?)$/i, (end) => end.toLowerCase()) : `${level} price`;

export function auditField(subject: string, field: string): AuditField {
  const fields: Partial<Record<string, Fields>> = auditFields;
  const subjectFields = fields[subject] ?? {};
  const [column = "", ...rest] = field.split(".");
  const member = rest.join(".");
  const fieldEntry = subjectFields[field] ?? (member ? subjectFields[`${column}.*`] : undefined);
  if (!fieldEntry) return [labelFromName(field), "text"];
  if (column === "price_levels") return [priceLabel(member), "money"];
  const isNamed = subjectFields[field] !== undefined || column === "image_texts";
  return member && !isNamed ? [`${fieldEntry[0]}, ${labelFromName(member).toLowerCase()}`, fieldEntry[1]] : fieldEntry;
}
