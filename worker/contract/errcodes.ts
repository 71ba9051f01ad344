// One table: a row is an error code with its message.
import { aboveChargeMaxMessage, belowChargeMinMessage } from "./buying/charge-limit.ts";
import { chargeDeclinedMessage, declineTexts } from "./buying/decline-text.ts";
import { refundInPartMessage } from "./buying/refund-in-part.ts";
import { notShippableMessages } from "./buying/shippable.ts";

/** The only error catalogue (O-029, O-090, O-091); the family determines the status. */
export const catalogue = {
  unauthorized: {
    USR_INACTIVE: "User is inactive",
    SESSION_USR_NOT_FOUND: "Session user not found",
    INVALID_JWT: "Invalid token",
    INVALID_JWT_MSG: "Invalid token message",
    SECURITY_CHECK_FAILED: "No security requirement satisfied",
    CAPTCHA_FAILED_MSG: "Captcha verification failed",
    CAPTCHA_LOW_SCORE: "Captcha score is too low",
    IMPERSONATE_USR_NOT_FOUND: "Impersonated user not found",
    SECOND_FACTOR_REQUIRED:
      "This account needs a second step: a passkey, a code of the authenticator app or a backup code",
  },
  forbidden: {
    FRESH_SIGN_IN_REQUIRED: "This needs a sign-in of the last 15 minutes. Sign in again, then repeat it.",
    SECOND_FACTOR_SETUP_REQUIRED: "Set up a passkey or an authenticator app first. Nothing else works before.",
    USR_INACTIVE: "User is inactive",
    USR_NOT_AUTHORIZED: "User is not authorized for this action",
    ORDER_ACCESS_DENIED: "You do not have access to this order",
    ORDER_REFERENCE_DENIED:
      "Only the person who placed this order, or a manager of the organization, can change its PO number and note.",
    USR_NOT_AGREED: "User has not agreed to the license agreement",
  },
  notFound: {
    PATH_NOT_FOUND: "Not found: path",
    USR_NOT_FOUND: "Not found: user",
    ORG_NOT_FOUND: "Not found: organization",
    ACC_REQUEST_NOT_FOUND: "Not found: account request",
    FAILED_REFUND_NOT_FOUND: "Not found: a failed refund that was neither tried again nor paid by other means",
    APPROVAL_RULE_NOT_FOUND: "Not found: approval rule",
    APPROVAL_REQUEST_NOT_FOUND: "Not found: approval request",
    QUOTE_NOT_FOUND: "Not found: quote",
    REFUND_APPROVAL_NOT_FOUND: "Not found: refund approval",
    FILE_NOT_FOUND: "Not found: file",
    IMPERSONATE_SESSION_NOT_FOUND: "Not found: impersonate session",
    ORG_EMAIL_NOT_FOUND: "Not found: organization email",
    INVOICE_NOT_FOUND: "Not found: invoice",
    ORDER_NOT_FOUND: "Not found: order",
    PRODUCT_NOT_FOUND: "Not found: product",
    PRODUCT_IMAGE_NOT_FOUND: "Not found: product image",
    SHIPPING_ADDRESS_NOT_FOUND: "Not found: shipping address",
    CHECKOUT_URL_NOT_FOUND: "Not found: checkout url",
    SUBSCRIPTION_NOT_FOUND: "Not found: subscription",
    CART_NOT_FOUND: "Not found: cart",
    SHIPPING_RATE_NOT_FOUND: "Not found: shipping rate",
    PAYMENT_METHOD_NOT_FOUND: "Not found: payment method",
    ORG_PRODUCT_NOT_FOUND: "Not found: org product",
    REFERENCE_NOT_FOUND: "Not found: reference",
    SOFTWARE_PLUGIN_NOT_FOUND: "Not found: software plugin",
    SOFTWARE_VERSION_NOT_FOUND: "Not found: software version",
    SOFTWARE_DEPENDENCY_NOT_FOUND: "Not found: software dependency",
    NOTE_NOT_FOUND: "Not found: note",
    NOTIFICATION_NOT_FOUND: "Not found: notification",
    MESSAGE_NOT_FOUND: "Not found: message",
    CLIENT_ERROR_NOT_FOUND: "Not found: client error",
    CALLBACK_NOT_FOUND: "Not found: callback",
    AUDIENCE_NOT_FOUND: "Not found: audience",
    MAIL_TEMPLATE_NOT_FOUND: "Not found: mail template",
    INDUSTRY_NOT_FOUND: "Not found: industry",
    PRICE_LEVEL_NOT_FOUND: "Not found: price level",
    PRODUCT_IMPORT_NOT_FOUND: "Not found: product import",
    SCHEDULED_PRICE_NOT_FOUND: "Not found: scheduled price",
    TASK_NOT_FOUND: "Not found: task",
    PASSKEY_NOT_FOUND: "Not found: passkey",
    TASK_RECORD_NOT_FOUND: "Not found: failed record of this run",
    PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND: "There is no device with this serial number.",
  },
  unprocessable: {
    ACCOUNT_NOT_AVAILABLE: "Your organization cannot buy on account. Choose another way to pay.",
    ACCOUNT_NOT_FOR_PLANS: "Plans are not sold on account. Choose another way to pay, or order them apart.",
    ACCOUNT_OVERDUE: "An invoice on account is more than 14 days overdue. Pay it, or choose another way to pay.",
    CREDIT_LIMIT_EXCEEDED: "This order exceeds what is available on account",
    PO_NUMBER_REQUIRED: "Your organization needs a PO number on orders on account",
    ORDER_APPROVAL_REQUIRED: "This order needs an approval in your organization. Send it for approval.",
    APPROVAL_NOT_NEEDED: "No approval rule concerns this cart. Check it out.",
    APPROVAL_REQUEST_ENDED: "This request was decided, canceled or has expired",
    APPROVAL_REQUEST_OWN: "Somebody else must decide about your order",
    APPROVAL_REQUEST_NOT_YOURS: "You are not an approver of this request",
    APPROVERS_INVALID: "Approvers must be active people of your organization who may buy",
    QUOTE_NOT_OPEN: "This quote does not wait for that any more",
    QUOTE_ALREADY_ACCEPTED: "This quote was accepted already",
    QUOTE_EXPIRED: "This quote has expired. Ask for a new one.",
    QUOTE_OUTDATED: "The shop has sent a newer version of this quote",
    QUOTE_NOT_FOR_PLANS: "Subscriptions have no quotes. Remove them and ask again.",
    QUOTE_VALIDITY_INVALID: "A quote is valid for 1 to 180 days. Set another last day.",
    CART_NOT_EMPTY: "Your cart is not empty",
    CART_QUOTED: "A quote fixes what this cart holds. Check it out, or empty it.",
    REFUND_APPROVAL_ENDED: "This refund was decided, or its seven days are over",
    REFUND_APPROVAL_OWN: "Somebody else must decide about a refund that you asked for",
    PAYMENT_FAILED: "Payment failed",
    CART_OUTDATED: "Your cart has been updated. Please refresh the page and try again.",
    DEVICE_CLAIMS_EXHAUSTED:
      "Your organization has added as many unverified devices as it can: 20 a day and 200 in all. Please ask support to verify them, or to add the others for you.",
    DOWNLOAD_TOO_LARGE: "These files come to more than 4 GB, which is too much for one download. Select fewer devices.",
    DEVICE_TAGS_EXCEEDED: "A device has at most 20 tags.",
    ORDER_REFERENCE_FIXED:
      "The PO number and the note of this order cannot change now: its payment is under way, or its invoice is in our books. Write to support if they are wrong.",
    TOO_MANY_UNPAID_ORDERS:
      "Your organization has 15 orders by link that are not paid. Pay one of them, or ask support to cancel it, then order again.",
    DUPLICATE_ORG_SUBSCRIPTION: "Your organization already has a subscription to this product",
    WRONG_SUBSCRIPTION_QUANTITY: "Only one subscription of each type can be in the cart",
    INVALID_SUBSCRIPTION_QTY: "Subscription quantity must be 1",
    PAYMENT_METHOD_EXPIRED: "The payment method has expired",
    PAYMENT_METHOD_IN_USE:
      "A plan is paid with this payment method. Choose another one for the plan on the billing page first.",
    TAX_CALCULATION_FAILED: "Tax could not be calculated, try again later",
    TAX_LOCATION_INVALID: "Tax could not be calculated for this address",
    CART_PARTIALLY_FULFILLED: "Part of this cart has already been purchased",
    NO_PRODUCTS_IN_CART: "There are no products in the cart",
    CHARGE_DECLINED: chargeDeclinedMessage,
    INVOICE_ALREADY_PAID: "This invoice is already paid",
    INVOICE_CHANGED: "The payment provider refused, because this invoice has changed there. Look at what it is now.",
    INVOICE_CLOSED: "This invoice is void or was written off, or its order or plan has ended",
    INVOICE_PAID_IN_PART:
      "Part of this invoice is paid, so it cannot be voided. Cancel or refund its order, which also gives up the rest, or write off the rest.",
    INVOICE_PAYMENT_UNDER_WAY: "A payment of this invoice is under way. Wait for its result.",
    INVOICE_REMINDED: "A reminder of this invoice was sent within the last hour",
    INVOICE_WITHOUT_RECIPIENT:
      "The buyer is inactive and the organization has no billing email, so nobody can be reminded",
    ORDER_CANCELED: "This order was canceled",
    ORDER_HAS_PACKAGES: "A package of this order has a label or has left, so its address cannot be changed",
    PACKAGE_CONTENT_REQUIRED: "Say which lines are in which package. Still owed: {detail}",
    LINE_NOT_OWED: "More than is still owed: {detail}",
    ORDER_ALREADY_PAID: "This order has already been paid",
    PRODUCT_ALREADY_PUBLISHED: "Product is already published",
    PRODUCT_ALREADY_UNPUBLISHED: "Product is already unpublished",
    PRODUCT_ALREADY_ARCHIVED: "Product is already archived",
    PRODUCT_NOT_ARCHIVED: "Product is not archived",
    PRODUCT_NOT_DOWNLOADABLE: "Unable to download software, try again later",
    SOFTWARE_NAME_EXISTS: "Software with this name already exists",
    SOFTWARE_REPOSITORY_EXISTS: "Other software already imports the releases of this repository",
    SOFTWARE_PLUGIN_NOT_LINKED: "The product is a plugin by its format, but no plugin is linked to it",
    SOFTWARE_PLUGIN_NOT_PUBLISHED: "The linked plugin has no published version",
    SOFTWARE_PLUGIN_IS_DEFAULT: "A default plugin cannot be linked to a product",
    SOFTWARE_PLUGIN_ALREADY_LINKED: "The product is already linked to another plugin",
    SOFTWARE_VERSION_ALREADY_PUBLISHED: "Software version is already published",
    SOFTWARE_VERSION_DESCRIPTION_REQUIRED: "A software version needs a description",
    SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED: "A dependency of this version is not published",
    SOFTWARE_VERSION_STAGE_NARROWER:
      "A stage cannot take the version from those who have it: choose a higher percentage, or withdraw it",
    SOFTWARE_VERSION_WITHDRAWN: "This version was withdrawn: {reason}",
    SOFTWARE_VERSION_REPLACEMENT_INVALID: "The replacement must be another published version of the same software",
    SOFTWARE_AVAILABILITY_REQUIRED: "Choose first who may have this software",
    PLUGIN_REFERENCE_DELETED: "Plugin was deleted",
    PLUGIN_VERSION_DELETED: "Plugin version was deleted",
    PLUGIN_DEPENDENCY_DELETED: "Plugin dependency was deleted",
    PRODUCT_IMAGE_LIMIT: "A product has at most 20 pictures. Delete one first.",
    PRODUCT_IMAGES_CHANGED:
      "Name each picture of the product exactly once. Its pictures may have changed: read them again.",
    PRODUCT_AUTHOR_REQUIRED: "Software product needs an author",
    PRODUCT_BASE_PRICE_NOT_FOUND: "Product base price not found",
    PRODUCT_PRICE_LEVEL_NOT_FOUND: "Product price level not found",
    AUDIENCE_EXISTS: "An audience with this name already exists",
    INDUSTRY_EXISTS: "An industry with this name already exists",
    INDUSTRY_IN_USE: "Organizations use this industry. Give them another one first, or rename it.",
    LEGAL_VERSION_EXISTS: "This version already exists. A new text needs a new version.",
    LEGAL_VERSION_IN_FORCE: "A version that is or was in force cannot be withdrawn",
    PRICE_LEVEL_EXISTS: "A price level with this name already exists",
    PRICE_LEVEL_IN_USE: "Organizations or product prices, including scheduled ones, use this price level",
    PRODUCT_IMPORT_REFUSED: "Lines of this file have problems. Correct them and upload the file again.",
    PRODUCT_IMPORT_CONFIRMED: "This import is already confirmed",
    PRODUCT_IMPORT_OUTDATED: "Products of this file were changed since the preview. Upload the file again.",
    SCHEDULED_PRICE_EXISTS: "Another price of this product and level starts at this time",
    PRICE_LEVEL_NOT_RENAMABLE: "The base level and levels of the accounting system cannot be renamed here",
    PRODUCT_SKU_EXISTS: "Another product has this SKU. Choose a different one.",
    PRODUCT_FIELD_SYNCHRONIZED: "Name, SKU and prices of this product come from NetSuite. Change them there.",
    PRODUCT_HAS_SUBSCRIPTIONS:
      "The term cannot change while a subscription to this product is live. Create another product for the new term.",
    ILLEGAL_SUBSCRIPTION_UPDATE: "This subscription update is not allowed",
    SUBSCRIPTION_SWITCH_OUTDATED: "This preview is no longer valid. Look at the new amounts, then confirm again.",
    SUBSCRIPTION_ALREADY_CANCELLED: "Subscription is already cancelled",
    STRIPE_SUBSCRIPTION_MODIFICATION_ERROR: "The payment provider did not take the change, so nothing was changed",
    INVALID_CREDENTIALS: "Invalid username or password",
    USR_EMAIL_EXISTS: "A user with this email already exists",
    USR_STAYS_ACTIVE: "You cannot inactivate yourself or the last administrator",
    USR_NOT_AWAITED:
      "Set-up links are only for active users who have never set a password, and not while their address is corrected",
    ORG_NAME_EXISTS: "An organization with this name already exists",
    SHIPPING_RATE_EXISTS: "This country already has a shipping option with this name",
    OBJECT_OUTDATED: "This has been changed by someone else. Look at what is there now, then save again.",
    ACC_REQUEST_APPROVED: "Account request is already approved",
    ACC_REQUEST_REJECTED: "Account request is already rejected",
    CHALLENGE_ENDED: "This took longer than 5 minutes, or was tried too often or elsewhere. Start again.",
    PASSKEY_REFUSED: "This passkey was not accepted. Try another way to sign in.",
    PASSKEY_EXISTS: "This passkey is already one of yours",
    PASSKEY_LIMIT: "You have 10 passkeys, and more are not possible. Remove one first.",
    TOTP_ENABLED: "Your authenticator app is on. Turn it off before you set up another one.",
    TOTP_NOT_STARTED: "Start setting up an authenticator app first",
    RECOVERY_OWN: "You cannot recover your own account. Ask another administrator.",
    RECOVERY_NOT_POSSIBLE: "Only active users with a passkey or an authenticator app need a recovery",
    RECOVERY_RUNNING: "A recovery of this user is already running",
    SECOND_FACTOR_REQUIRED_BY_ORGANIZATION:
      "Your organization requires a second factor. Add another one before you remove this one.",
    SECOND_FACTOR_MISSING: "Add a passkey or an authenticator app first",
    NO_EMAIL_CHANGE_REQUEST: "There is no email change request",
    INVALID_VERIFICATION_CODE: "Invalid verification code",
    INVALID_VERIFICATION_SCOPE: "Invalid verification scope",
    INVALID_ROLES: "Invalid roles",
    SYNC_ORGANIZATIONS_NOT_RUNNING: "Organizations task is not running",
    SYNC_PRODUCTS_NOT_RUNNING: "Products task is not running",
    SYNC_INVOICES_NOT_RUNNING: "Invoices task is not running",
    SYNC_TRACKING_NUMBER_NOT_RUNNING: "Tracking number task is not running",
    SYNC_FLOWPOINT_VERSIONS_NOT_RUNNING: "Flowpoint versions task is not running",
    SYNC_PLUGINS_BUILDS_NOT_RUNNING: "Plugins builds task is not running",
    SYNC_SUBSCRIPTION_STATUS_NOT_RUNNING: "Subscription status task is not running",
    SYNC_SHIPPING_NOT_RUNNING: "Shipping task is not running",
    SYNC_BOOKS_NOT_RUNNING: "Reconciliation task is not running",
    TASK_RETRY_FAILED: "The record failed again. The run shows the reason.",
    NOTIFICATION_ERROR: "Notification could not be sent",
    PHONE_NOT_VERIFIED: "Verify a phone number first",
    PHONE_NUMBER_REFUSED: "Text messages cannot be sent to this number. Use another one",
    PHONE_OPTED_OUT: "This number turned our text messages off. Send START from it to turn them on",
    LICENSE_AGREEMENT_VERSION_MISMATCH: "License agreement has changed, please review it again",
    PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG: "This Serial Number belongs to another organization.",
  },
} as const;

type Catalogue = typeof catalogue;
export type Family = keyof Catalogue;
export type Errcode<F extends Family = Family> = F extends Family ? keyof Catalogue[F] & string : never;

export type CommonErrcode = "TOO_MANY_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR";
export type AnyErrcode = Errcode | CommonErrcode;

export const isErrcode = (text: string): text is Errcode =>
  Object.values(catalogue).some((messages) => Object.hasOwn(messages, text));

export const familyStatus = { unauthorized: 401, forbidden: 403, notFound: 404, unprocessable: 422 } as const;

export const statusOfProviderMessage =
  "The payment provider decides the status of a subscription that was bought: it follows what is paid there. Here it can only be canceled.";

const furtherMessages: ReadonlyMap<string, string[]> = new Map<Errcode, string[]>([
  [
    "PAYMENT_FAILED",
    [aboveChargeMaxMessage, belowChargeMinMessage, refundInPartMessage, ...Object.values(notShippableMessages)],
  ],
  ["CHARGE_DECLINED", [...new Set(declineTexts)]],
  ["ILLEGAL_SUBSCRIPTION_UPDATE", [statusOfProviderMessage]],
]);

export const describeErrcode = (errcode: string): { status: number; message: string }[] =>
  Object.entries(catalogue).flatMap(([family, messages]) => {
    const message = Object.entries(messages).find(([code]) => code === errcode)?.[1];
    const status = familyStatus[family as Family];
    const more = (furtherMessages.get(errcode) ?? []).map((each) => ({ status, message: each }));
    return message === undefined ? [] : [{ status, message }, ...more];
  });
