/** `mail` is a mail address, `url` begins with https or mailto. */
export type Run = string | { strong: string } | { mail: string } | { label: string; url: string };
export type Words = string | Run[];
export type Paragraph = Words | { list: Words[] };

export type Receipt = {
  lines: { name: string; quantity: string; amount?: string | undefined }[];
  charges: [label: string, value: string][];
  total?: string | undefined;
};

export type Link = { label: string; url: string };

/** HTML, text, inbox entry and text message are rendered from one message, so that they agree. */
export type MailMessage = {
  subject: string;
  /** Preview text beside the subject in a mail program. */
  preheader: string;
  title: string;
  greeting: string;
  paragraphs: Paragraph[];
  receipt?: Receipt | undefined;
  facts?: [label: string, value: string][] | undefined;
  action?: Link | undefined;
  links?: Link[] | undefined;
  footnote?: string | undefined;
  /** The footer's link that turns reminders and news off. */
  unsubscribe_url?: string | undefined;
};
