type Papers = { status: string; weight_grams: number | null; has_label: boolean };

/** Only packages created at the carrier have papers (and a weight); delivered ones no longer need them. */
const needsPapers = ({ status, weight_grams }: Papers): boolean => weight_grams !== null && status === "sent";

export const isLabelLost = (parcel: Papers): boolean => needsPapers(parcel) && !parcel.has_label;

export const isCustomsInvoiceLost = (parcel: Papers & { has_customs_invoice: boolean }, isAbroad: boolean): boolean =>
  needsPapers(parcel) && isAbroad && !parcel.has_customs_invoice;
