import type { CSSProperties } from "react";

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const ink = "#15191f";
const muted = "#57606c";
const line = "1px solid #dde1e6";
/** --accent and --on-accent of the pages' theme, light and dark; mails cannot use CSS variables. */
const accent = { light: "#0b5d75", onLight: "#ffffff", dark: "#6cc3da", onDark: "#06222b" };

const smallText = { fontSize: "14px", lineHeight: "20px", fontWeight: 400, color: ink } as const;

/** Light theme, inline because many mail programs drop style sheets; every color pair meets WCAG AA. */
export const styles = {
  body: { margin: 0, padding: 0, width: "100%", backgroundColor: "#f4f5f7" },
  preheader: {
    display: "none",
    maxHeight: 0,
    maxWidth: 0,
    overflow: "hidden",
    opacity: 0,
    fontSize: "1px",
    lineHeight: "1px",
  },
  page: { width: "100%", backgroundColor: "#f4f5f7" },
  pageCell: { padding: "24px 12px" },
  column: { width: "100%", maxWidth: "600px", fontFamily: font, textAlign: "left" },
  brand: { padding: "0 4px 16px", fontSize: "16px", lineHeight: "24px", color: muted },
  brandName: { fontWeight: 600, color: ink },
  card: { padding: "32px 28px", backgroundColor: "#ffffff", border: line, borderRadius: "10px" },
  title: { margin: "0 0 20px", fontSize: "24px", lineHeight: "32px", fontWeight: 600, color: ink },
  paragraph: { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px", color: ink, overflowWrap: "anywhere" },
  list: { margin: "0 0 16px", padding: "0 0 0 24px", fontSize: "16px", lineHeight: "24px", color: ink },
  item: { margin: "0 0 4px", overflowWrap: "anywhere" },
  strong: { fontWeight: 600 },
  facts: { width: "100%", margin: "8px 0 0", borderTop: line },
  factLabel: {
    padding: "10px 16px 10px 0",
    fontSize: "14px",
    lineHeight: "20px",
    fontWeight: 400,
    color: muted,
    verticalAlign: "top",
    whiteSpace: "nowrap",
    textAlign: "left",
    borderBottom: line,
  },
  factValue: {
    width: "100%",
    padding: "10px 0",
    fontSize: "14px",
    lineHeight: "20px",
    color: ink,
    verticalAlign: "top",
    overflowWrap: "anywhere",
    wordBreak: "break-word",
    borderBottom: line,
  },
  receipt: { width: "100%", margin: "8px 0 24px", borderTop: line },
  receiptName: {
    padding: "10px 16px 10px 0",
    ...smallText,
    textAlign: "left",
    overflowWrap: "anywhere",
    borderBottom: line,
  },
  receiptQuantity: { color: muted },
  receiptAmount: {
    padding: "10px 0",
    ...smallText,
    textAlign: "right",
    verticalAlign: "top",
    whiteSpace: "nowrap",
    fontVariantNumeric: "tabular-nums",
    borderBottom: line,
  },
  buttonTable: { margin: "20px 0" },
  buttonCell: { backgroundColor: accent.light, borderRadius: "6px" },
  button: {
    display: "inline-block",
    padding: "12px 24px",
    fontFamily: font,
    fontSize: "16px",
    lineHeight: "20px",
    fontWeight: 600,
    color: accent.onLight,
    textDecoration: "none",
    borderRadius: "6px",
  },
  linkHint: { margin: "0 0 4px", fontSize: "14px", lineHeight: "20px", color: muted },
  address: { color: accent.light },
  link: { fontSize: "14px", lineHeight: "20px", color: accent.light, overflowWrap: "anywhere", wordBreak: "break-all" },
  further: { margin: "16px 0 0", fontSize: "14px", lineHeight: "20px" },
  footnote: {
    margin: "24px 0 0",
    paddingTop: "20px",
    borderTop: line,
    fontSize: "14px",
    lineHeight: "20px",
    color: muted,
  },
  footer: { padding: "16px 4px 0", fontSize: "13px", lineHeight: "20px", color: muted },
} satisfies Record<string, CSSProperties>;

/**
 * Dark theme and phone layout, for mail programs that apply style sheets. Without quotes or angle brackets, because the
 * renderer escapes them.
 */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #101317 !important; }
  .card { background-color: #191d23 !important; border-color: #333a44 !important; }
  .line { border-color: #333a44 !important; }
  .ink { color: #e8ebef !important; }
  .muted { color: #a3acb8 !important; }
  .link { color: ${accent.dark} !important; }
  .accent { background-color: ${accent.dark} !important; }
  .button { color: ${accent.onDark} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
  .button { display: block !important; text-align: center !important; }
  .wide { width: 100% !important; }
}`;
