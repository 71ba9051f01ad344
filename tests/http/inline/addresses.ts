export const noUser = "00000000-0000-4000-8000-000000000000";
/** Header fields of a person who opens a page. */
export const navigation = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

/** Addresses of visitors' pages. */
export const pages = [
  "/sign-in/crunchbox",
  "/sign-in/flowpoint-win",
  "/sign-in/crunchbox-admin",
  "/sign-in/crunchbox?redirect_uri=%2Fstore&is_payment_redirect=true",
  "/request-account",
  "/recover-password",
  "/recover-password?expired=true",
  `/verify-email/${noUser}/AAAAAA`,
  `/stop-email-change/${noUser}/AAAAAA`,
  `/stop-recovery/${noUser}/AAAAAA`,
  `/finish-recovery/${noUser}/AAAAAA`,
  "/license-agreement",
  "/docs",
];
export const storePages = [
  "/store",
  "/store/products",
  `/store/products/${noUser}`,
  "/store/products?search=%3Cscript%3E1",
];
export const buyerPages = [
  "/store/cart",
  "/store/checkout",
  "/portal/orders",
  `/portal/orders/${noUser}`,
  "/portal/subscriptions",
  `/portal/subscriptions/${noUser}`,
];
export const ownPages = ["/store", "/portal", "/portal/profile", "/flowpoint"];
