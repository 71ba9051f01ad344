/** `mail` is an address that can be written to, `url` begins with https or mailto. */
export type Run = string | { strong: string } | { mail: string } | { label: string; url: string };
export type Words = string | Run[];
export type Paragraph = Words | { list: Words[] };

/** What was ordered or billed; amounts are printed already. */
export type Receipt = {
  lines: { name: string; quantity: string; amount?: string | undefined }[];
  charges: [label: string, value: string][];
  total?: string | undefined;
};

/** One message as data; HTML, text, what the app shows and the text message are all printed from it, so they cannot disagree. */
export type MailMessage = {
  subject: string;
  /** What an inbox shows beside the subject. */
  preheader: string;
  title: string;
  greeting: string;
  paragraphs: Paragraph[];
  receipt?: Receipt | undefined;
  facts?: [label: string, value: string][] | undefined;
  action?: { label: string; url: string } | undefined;
  footnote?: string | undefined;
  /** Where reminders and news are turned off. */
  unsubscribe_url?: string | undefined;
};
