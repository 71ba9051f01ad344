import type { Link, MailMessage, Words } from "./message.ts";
import { ReceiptTable } from "./receipt-table.tsx";
import { darkStyles, styles } from "./theme.ts";

const table = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 } as const;
/** Padding after the preview text, because inboxes would otherwise append the body. */
const previewFiller = "\u00a0\u200c".repeat(80);

const Runs = ({ of }: { of: Words }) =>
  typeof of === "string"
    ? of
    : of.map((run, index) =>
        typeof run === "string" ? (
          run
        ) : "url" in run ? (
          <a key={index} className="link" href={run.url} style={styles.address}>
            {run.label}
          </a>
        ) : "mail" in run ? (
          <a key={index} className="link" href={`mailto:${run.mail}`} style={styles.address}>
            {run.mail}
          </a>
        ) : (
          <strong key={index} style={styles.strong}>
            {run.strong}
          </strong>
        ),
      );

const ActionButton = ({ label, url }: Link) => (
  <>
    <table {...table} className="wide" style={styles.buttonTable}>
      <tbody>
        <tr>
          <td className="accent" style={styles.buttonCell}>
            <a className="button" href={url} style={styles.button}>
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
    <p className="muted" style={styles.linkHint}>
      If the button does not work, copy this address into your browser:
    </p>
    <a className="link" href={url} style={styles.link}>
      {url}
    </a>
  </>
);

const Facts = ({ facts }: { facts: [string, string][] }) => (
  <table cellPadding={0} cellSpacing={0} className="line" style={styles.facts}>
    <tbody>
      {facts.map(([label, value]) => (
        <tr key={label}>
          <th scope="row" className="muted line" style={styles.factLabel}>
            {label}
          </th>
          <td className="ink line" style={styles.factValue}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Unsubscribe = ({ url }: { url: string }) => (
  <p className="muted line" style={styles.footnote}>
    You get reminders and news because you have an account.{" "}
    <a className="link" href={url} style={styles.address}>
      Unsubscribe
    </a>
  </p>
);

const Links = ({ links }: { links: Link[] }) =>
  links.map(({ label, url }) => (
    <p key={label} style={styles.further}>
      <a className="link" href={url} style={styles.address}>
        {label}
      </a>
    </p>
  ));

const Card = ({
  title,
  greeting,
  paragraphs,
  receipt,
  facts,
  action,
  links,
  footnote,
  unsubscribe_url,
}: MailMessage) => (
  <td className="card" style={styles.card}>
    <h1 className="ink" style={styles.title}>
      {title}
    </h1>
    {[greeting, ...paragraphs].map((paragraph, index) =>
      typeof paragraph === "object" && "list" in paragraph ? (
        <ul key={index} className="ink" style={styles.list}>
          {paragraph.list.map((item, place) => (
            <li key={place} style={styles.item}>
              <Runs of={item} />
            </li>
          ))}
        </ul>
      ) : (
        <p key={index} className="ink" style={styles.paragraph}>
          <Runs of={paragraph} />
        </p>
      ),
    )}
    {receipt && <ReceiptTable {...receipt} />}
    {facts && <Facts facts={facts} />}
    {action && <ActionButton {...action} />}
    {links && <Links links={links} />}
    {footnote && (
      <p className="muted line" style={styles.footnote}>
        {footnote}
      </p>
    )}
    {unsubscribe_url && <Unsubscribe url={unsubscribe_url} />}
  </td>
);

const Column = (message: MailMessage) => (
  <table {...table} align="center" width={600} style={styles.column}>
    <tbody>
      <tr>
        <td className="muted" style={styles.brand}>
          <span className="ink" style={styles.brandName}>
            CrunchBox
          </span>{" "}
          by CGX
        </td>
      </tr>
      <tr>
        <Card {...message} />
      </tr>
      <tr>
        <td className="muted" style={styles.footer}>
          CrunchBox, the account portal of CGX
        </td>
      </tr>
    </tbody>
  </table>
);

/**
 * One column of at most 600 px. Inline styles are the light theme; `darkStyles` adapts it to dark mode and to phones.
 */
export const Layout = (message: MailMessage) => (
  <html lang="en" dir="ltr">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no" />
      <title>{message.subject}</title>
      <style>{darkStyles}</style>
    </head>
    <body className="page" style={styles.body}>
      <div style={styles.preheader}>
        {message.preheader}
        {previewFiller}
      </div>
      <table {...table} className="page" style={styles.page}>
        <tbody>
          <tr>
            <td align="center" style={styles.pageCell}>
              <Column {...message} />
            </td>
          </tr>
        </tbody>
      </table>
    </body>
  </html>
);
