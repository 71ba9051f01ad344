/** `mail` is an address that can be written to. */
export type Run = string | { strong: string } | { mail: string };
export type Paragraph = string | Run[];

/** What was ordered or billed; amounts are printed already. */
export type Receipt = {
  lines: { name: string; quantity: string; amount?: string | undefined }[];
  charges: [label: string, value: string][];
  total?: string | undefined;
};

/** One message as data; the HTML and the text part are both printed from it, so they cannot disagree. */
export type MailMessage = {
  subject: string;
  /** What an inbox shows beside the subject. */
  preheader: string;
  title: string;
  paragraphs: Paragraph[];
  receipt?: Receipt | undefined;
  facts?: [label: string, value: string][] | undefined;
  action?: { label: string; url: string } | undefined;
  footnote?: string | undefined;
};
