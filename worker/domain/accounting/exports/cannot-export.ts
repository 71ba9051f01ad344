export class CannotExport extends Error {}
