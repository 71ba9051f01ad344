/** The key that the store signs in with. Not secret: whoever reaches the sandbox may use it. */
export const secretKey = "sk_test_sandbox";
/** Signs every callback, so that anyone can sign one by hand. */
export const webhookSecret = "whsec_sandbox";
