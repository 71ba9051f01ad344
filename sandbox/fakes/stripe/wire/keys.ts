/** Public. */
export const secretKey = "sk_test_sandbox";
/** Public, so that tests can sign by hand. */
export const webhookSecret = "whsec_sandbox";
