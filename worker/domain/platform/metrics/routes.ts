/** Routes that alarms, metrics and the health page evaluate, as `request_minutes` names them. */
export const signInRoute = "POST /v1/sso/session";
export const checkoutRoute = "POST /v1/store/checkout/cart";
