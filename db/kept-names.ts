// Written by `npm run db:keep`.
export const keptNames: Record<string, string> = {
  "/v1/client/activity": "rows_6423_c0b87634db59b573",
  "/v1/client/downloads": "rows_2778_cfa06766f47a8cb5",
  "/v1/client/invoices": "rows_2998_167e1e673d8395bf",
  "/v1/client/notifications": "rows_2435_c5626ed1fedf366f",
  "/v1/client/orders": "rows_2818_73aee30282033426",
  "/v1/client/org-products": "rows_3181_35fd24860b5dc0f3",
  "/v1/client/subscriptions": "rows_3876_31fa33a1fabb515d",
  "/v1/org/users": "rows_3277_ba94281acd4cafd1",
  "/v1/sso/session": "rows_1978_76779976366ebf71",
  "/v1/store/cart": "rows_1325_96720bcbba6a54a2",
  "/v1/store/cart/products/{id}": "rows_916_91725d64f8d3b3c3",
  "/v1/store/cart/products/{id} 2": "rows_1476_5d451144f66c4851",
  "/v1/store/products": "rows_892_7bfcfc722dc341a8",
};
