type Papers = { status: string; weight_grams: number | null; has_label: boolean };

/** Only packages that the carrier created for us have papers, until they are on their way. */
const needsPapers = ({ status, weight_grams }: Papers): boolean => weight_grams !== null && status === "sent";

export const isLabelLost = (parcel: Papers): boolean => needsPapers(parcel) && !parcel.has_label;

export const isCustomsInvoiceLost = (parcel: Papers & { has_customs_invoice: boolean }, isAbroad: boolean): boolean =>
  needsPapers(parcel) && isAbroad && !parcel.has_customs_invoice;
