/** The message is for administrators. */
export class CannotExport extends Error {}
