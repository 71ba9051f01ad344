// One table: a row is the input of a call that depends on demo data or an earlier response.
import { randomUUID } from "node:crypto";
import { createUser } from "../../tests/support/factories.ts";
import { sandbox } from "../../tests/support/sandbox.ts";
import { buyingCalls, prepareBuyingInputs } from "./demo-buying.ts";
import type { CallInput } from "./demo-calls.ts";
import { insertWork, failRecord, linkToAccounting } from "./demo-work.ts";
import { selectId } from "./one.ts";

/**
 * Recorded first, in this order, because a call may need the result of an earlier one, such as the cart that is bought.
 */
export const firstCalls = [
  "listPaymentMethods",
  "addCartProduct",
  "updateCart",
  "getCart",
  "listCartProducts",
  "calculateCartTax",
  "listShippingRates",
  "setCartProduct",
  "checkoutCart",
  "getCartByNo",
  ...buyingCalls,
  "draftNotification",
  "requestPhoneCode",
  "confirmPhone",
  "chooseTextTypes",
  "createNote",
  "createAudience",
  "updateAudience",
  "createIndustry",
  "createPriceLevel",
  "createShippingRate",
  "createSoftware",
  "createProductImage",
  "createProductImport",
  "getProductImport",
  "listProductImportLines",
  "confirmProductImport",
];
/** Recorded last, because these calls undo or change results of other calls. */
export const lastCalls = [
  "shipOrder",
  "cancelPackage",
  "stageVersion",
  "withdrawVersion",
  "updateSubscription",
  "verifyCode",
  "approveAccountRequest",
  "rejectAccountRequest",
  "approveAccountRequests",
  "rejectAccountRequests",
  "unpublishProducts",
  "publishProducts",
  "unpublishProduct",
  "publishProduct",
  "archiveProduct",
  "unarchiveProduct",
  "inactivateUser",
  "reactivateUser",
  "inactivateOrgUser",
  "reactivateOrgUser",
  "signIn",
];

type ReplyLookup = (verb: string) => { [field: string]: unknown };
type Inputs = Record<string, ((read: ReplyLookup) => CallInput | Promise<CallInput>) | undefined>;

const demoNumber = "+15125550143";

const address = {
  line1: "400 Cypress Creek Road",
  line2: null,
  city: "Cypress Creek",
  state: "OR",
  postal_code: "97441",
  country: "US",
};

/** References to the pictures in a response of `listProductImages`. */
const pictureRefs = (images: unknown): unknown[] =>
  Array.isArray(images) ? images.map((image) => Object(image).id ?? Object(image).address) : [];

export async function prepareInputs(org_id: string, user_id: string): Promise<Inputs> {
  const findRequestId = (offset: number) =>
    selectId("select id from account_requests where status = 'pending' order by email offset $1 limit 1", [offset]);
  const requestIds = [
    await findRequestId(0),
    await findRequestId(1),
    await findRequestId(2),
    await findRequestId(3),
  ] as const;
  const paidInvoiceId = await selectId(
    "select id from invoices where org_id = $1 and stripe_invoice_url is not null order by id limit 1",
    [org_id],
  );
  const planId = await selectId(
    "select id from products where subscription_term = 'month' and is_published order by id limit 1",
  );
  const customerOrgId = await selectId("select id from organizations where name = 'Northwind Institute'");
  const product_id = await selectId(
    "select id from products where is_published and sku <> 'CGX-SP100' and type = 'hardware' order by sku limit 1",
  );
  const unpublishedVersionId = await selectId(
    "select v.id from software_versions v join software s on s.id = v.software_id where not v.is_published and s.name = 'units' limit 1",
  );
  const stagedVersionId = await selectId(
    `select v.id from software_versions v join software s on s.id = v.software_id
     where not v.is_published and s.kind = 'plugin' and s.has_availability order by v.id limit 1`,
  );
  const badVersionId = await selectId(
    `select v.id from software_versions v join software s on s.id = v.software_id
     where v.is_published and s.kind = 'plugin' and exists (
       select 1 from software_versions older
       where older.software_id = v.software_id and older.is_published and older.created_at < v.created_at
     ) order by v.created_at desc, v.id limit 1`,
  );
  const replacement_id = await selectId(
    `select older.id from software_versions v
     join software_versions older on older.software_id = v.software_id and older.is_published
       and older.created_at < v.created_at
     where v.id = $1 order by older.created_at desc limit 1`,
    [badVersionId],
  );
  const rateId = await selectId("select id from shipping_rates where country = 'US' order by price limit 1");
  const notification_id = await selectId(
    `insert into notifications (user_id, type, payload)
     values ($1, 'welcome', '{"first_name": "Greta", "last_name": "Lindqvist"}') returning id`,
    [user_id],
  );
  const clientErrorId = await selectId(
    `insert into client_errors (fingerprint, level, type, message, release, page, browser, stack, count, last_seen_at)
     values ('demo', 'error', 'error', 'TypeError: Cannot read properties of undefined (reading ''total'')', 'a1b2c3d4',
       '/store/cart', 'Firefox', 'total@/assets/cart-x1y2z3.js:1:2345', 3, now())
     on conflict (fingerprint) do update set last_seen_at = now() returning id`,
  );
  const { runs, difference, callback } = await insertWork();
  const { customer: synced_org, item: synced_product } = await linkToAccounting(customerOrgId, product_id);
  const failedRecordId = await failRecord(runs["products"], synced_product);
  const packedOrderId = await selectId(
    `select o.id from orders o join order_lines l on l.order_id = o.id
     where o.org_id <> $1 and o.payment_status = 'paid' and o.status = 'processing' and o.shipping_data -> 'address' ->> 'country' = 'US'
     order by o.id limit 1`,
    [org_id],
  );
  const parcel = { id: randomUUID(), freight_service: "FEDEX_GROUND", weight_grams: 1500 };
  const invitedEmail = "lena.berg@globex.test";
  const invitedUser = await createUser({ org_id, email: invitedEmail, state: "new" });
  const pluginId = await selectId(
    `select s.id from software s join software_versions v on v.software_id = s.id
     where s.kind = 'plugin' and s.product_id is not null and not s.is_default and v.is_published order by s.id limit 1`,
  );
  const linkedProductId = await selectId("select product_id as id from software where id = $1", [pluginId]);
  const lineId = await selectId(
    `select l.id from order_lines l join orders o on o.id = l.order_id
     where o.payment_status = 'paid' and l.price > 0 order by l.id limit 1`,
  );
  const order_id = await selectId("select order_id as id from order_lines where id = $1", [lineId]);
  const deviceProductId = await selectId("select id from products where sku = 'CGX-SP100'");
  const notedOrderId = await selectId("select subject_id as id from notes where subject_type = 'order' limit 1");
  const mentionNoteId = await selectId(
    "select note_id as id from note_mentions m join users u on u.id = m.user_id where u.email = 'admin@cgx.test' limit 1",
  );
  const createdParams = (read: ReplyLookup, verb: string) => ({ id: String(read(verb)["id"]) });
  const draftParams = (read: ReplyLookup) => ({ params: { id: String(read("draftNotification")["id"]) } });
  const productsInput = () => ({ body: { product_ids: [product_id] } });
  const productInput = () => ({ params: { product_id } });
  const approval = { org_id, roles: ["user"] };
  return {
    ...(await prepareBuyingInputs(org_id, user_id)),
    updateCart: (read) => ({
      body: {
        address: { billing: address, shipping: address },
        stripe_payment_method: { stripe_payment_method_id: Object(read("listPaymentMethods")["data"])[0]?.id ?? null },
        shipping_rate_id: rateId,
        po_number: "PO 4500012345",
        note: "Gate 3",
      },
    }),
    setCartProduct: () => ({ body: { quantity: 2 } }),
    checkoutCart: (read) => ({ body: { updated_at: read("setCartProduct")["updated_at"] } }),
    getCartByNo: (read) => ({ params: { cart_no: String(read("getCart")["cart_no"]) } }),
    getInvoiceUrl: () => ({ params: { invoice_id: paidInvoiceId } }),
    getAdminInvoiceUrl: () => ({ params: { invoice_id: paidInvoiceId } }),
    readNotification: () => ({ params: { notification_id } }),
    unreadNotification: () => ({ params: { notification_id } }),
    approveAccountRequest: () => ({
      params: { request_id: requestIds[0] },
      body: { ...approval, serial_number: null },
    }),
    rejectAccountRequest: () => ({ params: { request_id: requestIds[1] } }),
    approveAccountRequests: () => ({ body: { ...approval, request_ids: [requestIds[2]], serial_numbers: [null] } }),
    rejectAccountRequests: () => ({ body: { request_ids: [requestIds[3]] } }),
    getClientError: () => ({ params: { id: clientErrorId } }),
    requestPhoneCode: () => ({ body: { number: demoNumber } }),
    confirmPhone: async () => {
      const texts: { text: string }[] = await (await fetch(`${sandbox.url}/sms.json?to=%2B15125550143`)).json();
      return { body: { code: /\d{6}/.exec(texts[0]?.text ?? "")?.[0] ?? "" } };
    },
    chooseTextTypes: () => ({ body: { types: ["orderShipped", "paymentFailed"] } }),
    getBroadcast: draftParams,
    scheduleNotification: (read) => ({ ...draftParams(read), body: { send_at: "2099-12-01T09:00:00Z" } }),
    sendDraft: draftParams,
    listNotes: () => ({ query: { subject_type: "order", subject_id: notedOrderId } }),
    createNote: () => ({
      body: { subject_type: "order", subject_id: notedOrderId, text: "@Farah Rahimi, they will pay on Friday." },
    }),
    updateNote: (read) => ({
      params: { note_id: createdParams(read, "createNote").id },
      body: { text: "@Farah Rahimi, they will pay on Monday." },
    }),
    readMention: () => ({ params: { note_id: mentionNoteId } }),
    listAssignments: () => ({ query: { limit: "1" } }),
    createAudience: () => ({
      body: { name: "Owners who buy", audience: { product_ids: [deviceProductId], roles: ["org", "buyer"] } },
    }),
    updateAudience: (read) => ({
      params: createdParams(read, "createAudience"),
      body: {
        name: "Owners who buy",
        audience: { product_ids: [deviceProductId], roles: ["buyer"], countries: ["US", "CA"] },
      },
    }),
    searchConsole: () => ({ query: { q: "globex" } }),
    listTaskRuns: () => ({ params: { name: "books" }, query: { limit: "1" } }),
    getBookRun: () => ({ params: { id: runs["books"] ?? "" } }),
    getBookDifference: () => ({ params: { id: difference } }),
    closeBookDifference: () => ({
      params: { id: difference },
      body: { note: "Charged by hand in the Dashboard, and given back there." },
    }),
    retryCallback: () => ({ params: { id: callback } }),
    retryTaskRecord: () => ({
      params: { name: "products", id: runs["products"] ?? "" },
      body: { record_id: failedRecordId },
    }),
    shipOrder: () => ({ params: { order_id: packedOrderId }, body: { packages: [parcel], create: true } }),
    cancelPackage: () => ({ params: { order_id: packedOrderId, package_id: parcel.id } }),
    orderByLink: () => ({ body: { products: [{ productId: product_id, quantity: 1 }], address } }),
    updateSubscription: (read) => ({
      params: { subscription_id: String(read("giveSubscription")["id"]) },
      body: { end_date: "2028-03-01" },
    }),
    syncOrganization: () => ({ params: { org_id: synced_org } }),
    syncProduct: () => ({ params: { product_id: synced_product } }),
    verifyCode: async () => {
      const { text } = await sandbox.waitForMail(invitedEmail);
      const [, code] = /\/setup\/[^/]+\/([A-Z0-9]{6})/.exec(text) ?? [];
      return { body: { scope: "verify:user-setup", user_id: invitedUser.id, code } };
    },
    sendSetUpLinks: () => ({ body: { user_ids: [invitedUser.id] } }),
    createIndustry: () => ({ body: { name: "Quarrying" } }),
    createPriceLevel: () => ({ body: { name: "Distributor" } }),
    updatePriceLevel: (read) => ({ params: createdParams(read, "createPriceLevel"), body: { name: "Distributors" } }),
    createShippingRate: () => ({ body: { country: "CA", option: "Express", price: 59_00, days_min: 1, days_max: 2 } }),
    updateShippingRate: (read) => ({
      params: createdParams(read, "createShippingRate"),
      body: { free_from: 2_000_00 },
    }),
    orderProductImages: (read) => ({
      params: { product_id: deviceProductId },
      body: { images: pictureRefs(read("listProductImages")["data"]).toReversed() },
    }),
    updateProductImage: (read) => ({
      params: { product_id: deviceProductId, image_id: createdParams(read, "createProductImage").id },
      body: { alt_text: "The spectrometer from the front" },
    }),
    getProductImport: (read) => ({ params: createdParams(read, "createProductImport") }),
    listProductImportLines: (read) => ({ params: createdParams(read, "createProductImport"), query: { limit: "1" } }),
    confirmProductImport: (read) => ({ params: createdParams(read, "createProductImport") }),
    updateIndustry: (read) => ({
      params: { id: String(read("createIndustry")["id"]) },
      body: { name: "Mining and quarrying" },
    }),
    deleteIndustry: (read) => ({ params: { id: String(read("createIndustry")["id"]) } }),
    createLicenseAgreement: () => ({
      body: {
        version: "2099-01",
        html: "<h1>License agreement</h1><p>One person, one seat.</p>",
        valid_from: "2099-01-01T00:00:00Z",
      },
    }),
    getLicenseVersion: () => ({ params: { version: "2026-01" } }),
    listLicenseConsents: () => ({ params: { version: "2026-01" }, query: { limit: "1" } }),
    deleteLicenseAgreement: () => ({ params: { version: "2099-01" } }),
    createLegalText: () => ({
      body: {
        kind: "returns",
        version: "2099-01",
        title: "Returns",
        html: "<p>Within 30 days.</p>",
        valid_from: "2099-01-01T00:00:00Z",
      },
    }),
    getLegalVersion: () => ({ params: { kind: "terms", version: "2026-01" } }),
    deleteLegalText: () => ({ params: { kind: "returns", version: "2099-01" } }),
    agreeToLicense: () => ({ body: { agreement_version: "2026-01" } }),
    createSoftware: () => ({
      body: {
        name: "aquila-bootloader",
        title: "Aquila bootloader",
        author: "CGX",
        category: "firmware",
        repository: "aquila-bootloader",
        fits_product_ids: [product_id],
      },
    }),
    updateSoftware: (read) => ({
      params: { name: String(read("createSoftware")["name"]) },
      body: { description: "Starts the spectrometer." },
    }),
    linkPlugin: () => ({ params: { id: pluginId }, body: { product_id: linkedProductId } }),
    getOrderPrices: () => ({ params: { order_id } }),
    refundOrder: () => ({ params: { order_id }, body: { lines: [{ line_id: lineId, quantity: 1 }] } }),
    unpublishProducts: productsInput,
    publishProducts: productsInput,
    publishProduct: productInput,
    unpublishProduct: productInput,
    archiveProduct: productInput,
    unarchiveProduct: productInput,
    publishVersion: () => ({ params: { id: unpublishedVersionId } }),
    stageVersion: () => ({
      params: { id: stagedVersionId },
      body: { stage: "percentage", percent: 20, notes: "Opens large spectra twice as fast." },
    }),
    withdrawVersion: () => ({
      params: { id: badVersionId },
      body: { reason: "It overheats the lamp of the spectrometer.", replacement_id },
    }),
    giveSubscription: () => ({
      body: { product_id: planId, start_date: "2026-12-01", end_date: "2027-12-01", org_id: customerOrgId },
    }),
    requestSignInCode: () => ({ body: { username: "owner@globex.test", password: "Demo-1234!" } }),
    signIn: () => ({ body: { username: "owner@globex.test", password: "Demo-1234!" } }),
    updateProfile: () => ({ body: { phone: "+1 541 555 0163" } }),
  };
}
