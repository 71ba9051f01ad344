// Written by `npm run db:keep`.
export const keptNames: Record<string, string> = {
  "/v1/client/activity": "kept_5597_0cd9441f2835b19c",
  "/v1/client/downloads": "kept_2777_892eba14e26f37a5",
  "/v1/client/invoices": "kept_2997_d93d68b57b1d93d6",
  "/v1/client/notifications": "kept_2434_566667050f39dc5a",
  "/v1/client/orders": "kept_2817_48c549d43f5d97f4",
  "/v1/client/org-products": "kept_3171_9fed40e5bce42917",
  "/v1/client/subscriptions": "kept_3875_5b9bc3856fe926ce",
  "/v1/org/users": "kept_3276_52b35784d8b05671",
  "/v1/sso/session": "kept_1978_76779976366ebf71",
  "/v1/store/products": "kept_892_7bfcfc722dc341a8",
};
