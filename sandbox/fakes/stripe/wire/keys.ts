/** Public, because it works only in the sandbox. */
export const secretKey = "sk_test_sandbox";
/** The key while the account is in live mode. */
export const liveKey = "sk_live_sandbox";
/** Public, so that tests can sign webhooks. */
export const webhookSecret = "whsec_sandbox";
