/** Fits one line of the banner on a wide screen. */
export const impersonationReasonMax = 120;
