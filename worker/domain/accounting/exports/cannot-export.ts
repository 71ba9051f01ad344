export class CannotExportError extends Error {}
