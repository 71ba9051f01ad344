/** An invoice cannot be exported as it is; the message is for administrators. */
export class CannotExport extends Error {}
