/** An invoice cannot be exported as it is: the reason, as a sentence for those who run the shop. */
export class CannotExport extends Error {}
