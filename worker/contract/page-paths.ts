/**
 * The path of every page and of every plain form, with `:name` for its parameters. Used as `pages.order` from pages.ts;
 * single constants, so that an island carries only those that it names.
 */

export const home = "/";
export const signInHome = "/sign-in";
export const signIn = "/sign-in/:client_id";
export const requestAccount = "/request-account";
export const recoverPassword = "/recover-password";
export const setUp = "/setup/:user_id/:code";
export const verify = "/verify/:user_id/:code";
export const verifyEmail = "/verify-email/:user_id/:code";
export const stopEmailChange = "/stop-email-change/:user_id/:token";
export const unsubscribe = "/unsubscribe/:user_id/:token";
export const subscribeAgain = "/unsubscribe/:user_id/:token/undo";
export const licenseAgreement = "/license-agreement";
export const flowpoint = "/flowpoint";
export const signOut = "/sign-out";
export const signOutEverywhere = "/sign-out-everywhere";
export const endImpersonation = "/end-impersonation";

export const robots = "/robots.txt";
export const sitemap = "/sitemap.xml";

export const store = "/store";
export const products = "/store/products";
export const product = "/store/products/:product_id";
export const cart = "/store/cart";
export const addToCart = "/store/cart/add";
export const setCartQuantity = "/store/cart/quantity";
export const cartToCheckout = "/store/cart/checkout";
export const removeFromCart = "/store/cart/remove";
export const cancelPayment = "/store/cart/cancel-payment";
export const checkout = "/store/checkout";
export const checkoutPaymentMethod = "/store/checkout/payment-method";
export const checkoutState = "/store/checkout/:cart_no";
export const legalText = "/store/legal/:kind";
/** Where pages stood before they moved to the portal; mails and bookmarks still lead here. */
export const formerOrders = "/store/orders";
export const formerOrder = "/store/orders/:order_id";
export const formerSubscriptions = "/store/subscriptions";
export const formerSubscription = "/store/subscriptions/:subscription_id";
export const formerSubscriptionPaymentMethods = "/store/subscriptions/:subscription_id/payment-methods";

export const portal = "/portal";
export const search = "/portal/search";
export const orders = "/portal/orders";
export const order = "/portal/orders/:order_id";
export const orderAgain = "/portal/orders/:order_id/again";
export const quickOrder = "/portal/quick-order";
export const addQuickOrder = "/portal/quick-order/add";
export const subscriptions = "/portal/subscriptions";
export const subscription = "/portal/subscriptions/:subscription_id";
export const subscriptionPaymentMethods = "/portal/subscriptions/:subscription_id/payment-methods";
export const invoices = "/portal/invoices";
export const payInvoice = "/portal/invoices/:invoice_id/pay";
export const invoiceStatement = "/portal/invoices/statement";
export const paymentMethods = "/portal/payment-methods";
export const addOwnPaymentMethod = "/portal/payment-methods/add";
export const removePaymentMethod = "/portal/payment-methods/remove";
export const devices = "/portal/devices";
export const addDevices = "/portal/devices/add";
export const device = "/portal/devices/:device_id";
export const removeDevice = "/portal/devices/:device_id/remove";
export const downloads = "/portal/downloads";
export const ownOrganization = "/portal/organization";
export const people = "/portal/people";
export const activity = "/portal/activity";
export const downloadHistory = "/portal/downloads/history";
export const softwareVersions = "/portal/downloads/of/:name";
export const profile = "/portal/profile";
export const sessions = "/portal/sessions";
export const endSession = "/portal/sessions/end";
export const notifications = "/portal/notifications";
export const notificationSettings = "/portal/notifications/settings";
export const readNotifications = "/portal/notifications/read";
export const readAllNotifications = "/portal/notifications/read-all";
export const unreadNotifications = "/portal/notifications/unread";
export const notification = "/portal/notifications/:notification_id";
export const unreadNotification = "/portal/notifications/:notification_id/unread";
export const admin = "/admin";
export const organizations = "/admin/organizations";
export const organization = "/admin/organizations/:org_id";
export const requests = "/admin/requests";
export const approveRequests = "/admin/requests/approve";
export const rejectRequests = "/admin/requests/reject";
export const docs = "/docs";
