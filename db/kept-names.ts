// Written by `npm run db:keep`.
export const keptNames: Record<string, string> = {
  "/v1/client/activity": "rows_6438_41870e5dea536c98",
  "/v1/client/downloads": "rows_2743_511dbd7287fbc7dc",
  "/v1/client/invoices": "rows_2941_704270134dade1c5",
  "/v1/client/notifications": "rows_2362_a6c689baddb825e7",
  "/v1/client/orders": "rows_2752_fc9468afa7e6b51c",
  "/v1/client/org-products": "rows_3150_9dbb9c54f98e6bbd",
  "/v1/client/subscriptions": "rows_3837_29413fa763235870",
  "/v1/org/users": "rows_3245_ff0a442257b815a7",
  "/v1/sso/session": "rows_1978_76779976366ebf71",
  "/v1/store/cart": "rows_1379_e3bf0b411f9a5b21",
  "/v1/store/cart/products/{id}": "rows_916_91725d64f8d3b3c3",
  "/v1/store/cart/products/{id} 2": "rows_1530_a0bb13861345b818",
  "/v1/store/products": "rows_892_7bfcfc722dc341a8",
};
