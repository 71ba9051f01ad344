export const unknownUserId = "00000000-0000-4000-8000-000000000000";
export const navigationHeaders = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

export const pages = [
  "/sign-in/crunchbox",
  "/sign-in/flowpoint-win",
  "/sign-in/crunchbox-admin",
  "/sign-in/crunchbox?redirect_uri=%2Fstore&is_payment_redirect=true",
  "/request-account",
  "/recover-password",
  "/recover-password?expired=true",
  `/verify-email/${unknownUserId}/AAAAAA`,
  `/stop-email-change/${unknownUserId}/AAAAAA`,
  `/stop-recovery/${unknownUserId}/AAAAAA`,
  `/finish-recovery/${unknownUserId}/AAAAAA`,
  "/license-agreement",
  "/docs",
];
export const storePages = [
  "/store",
  "/store/products",
  `/store/products/${unknownUserId}`,
  "/store/products?search=%3Cscript%3E1",
];
export const buyerPages = [
  "/store/cart",
  "/store/checkout",
  "/portal/orders",
  `/portal/orders/${unknownUserId}`,
  "/portal/subscriptions",
  `/portal/subscriptions/${unknownUserId}`,
];
export const ownPages = ["/store", "/portal", "/portal/profile", "/flowpoint"];
