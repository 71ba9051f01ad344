/** Letters of the reason for which an administrator acts as a customer: a line of the banner on a wide screen. */
export const impersonationReasonMax = 120;
