type PackageDocuments = { status: string; weight_grams: number | null; has_label: boolean };

/** Only packages that were created at the carrier have a weight, and delivered packages no longer need documents. */
const needsDocuments = ({ status, weight_grams }: PackageDocuments): boolean =>
  weight_grams !== null && status === "sent";

export const isLabelLost = (parcel: PackageDocuments): boolean => needsDocuments(parcel) && !parcel.has_label;

export const isCustomsInvoiceLost = (
  parcel: PackageDocuments & { has_customs_invoice: boolean },
  isAbroad: boolean,
): boolean => needsDocuments(parcel) && isAbroad && !parcel.has_customs_invoice;
