export type Paragraph = string | (string | { strong: string })[];

/** One message as data; the HTML and the text part are both printed from it, so they cannot disagree. */
export type MailMessage = {
  subject: string;
  /** What an inbox shows beside the subject. */
  preheader: string;
  title: string;
  paragraphs: Paragraph[];
  facts?: [label: string, value: string][];
  action?: { label: string; url: string };
  footnote?: string;
};
