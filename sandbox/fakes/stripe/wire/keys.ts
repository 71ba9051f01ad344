/** API key of the store; not secret. */
export const secretKey = "sk_test_sandbox";
/** Signs every webhook; public, so that tests can sign by hand. */
export const webhookSecret = "whsec_sandbox";
