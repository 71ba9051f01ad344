import type { CSSProperties } from "react";

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const ink = "#15191f";
const muted = "#57606c";

/** Mail programs drop style sheets, so the light look is inline; every colour pair holds WCAG AA. */
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
  card: { padding: "32px 28px", backgroundColor: "#ffffff", border: "1px solid #dde1e6", borderRadius: "10px" },
  title: { margin: "0 0 20px", fontSize: "24px", lineHeight: "32px", fontWeight: 600, color: ink },
  paragraph: { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px", color: ink, overflowWrap: "anywhere" },
  strong: { fontWeight: 600 },
  facts: { width: "100%", margin: "8px 0 0", borderTop: "1px solid #dde1e6" },
  factLabel: {
    padding: "10px 16px 10px 0",
    fontSize: "14px",
    lineHeight: "20px",
    fontWeight: 400,
    color: muted,
    verticalAlign: "top",
    whiteSpace: "nowrap",
    textAlign: "left",
    borderBottom: "1px solid #dde1e6",
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
    borderBottom: "1px solid #dde1e6",
  },
  buttonTable: { margin: "8px 0 20px" },
  buttonCell: { backgroundColor: "#0b5d75", borderRadius: "6px" },
  button: {
    display: "inline-block",
    padding: "12px 24px",
    fontFamily: font,
    fontSize: "16px",
    lineHeight: "20px",
    fontWeight: 600,
    color: "#ffffff",
    textDecoration: "none",
    borderRadius: "6px",
  },
  linkHint: { margin: "0 0 4px", fontSize: "14px", lineHeight: "20px", color: muted },
  link: { fontSize: "14px", lineHeight: "20px", color: "#0b5d75", overflowWrap: "anywhere", wordBreak: "break-all" },
  footnote: {
    margin: "24px 0 0",
    paddingTop: "20px",
    borderTop: "1px solid #dde1e6",
    fontSize: "14px",
    lineHeight: "20px",
    color: muted,
  },
  footer: { padding: "16px 4px 0", fontSize: "13px", lineHeight: "20px", color: muted },
} satisfies Record<string, CSSProperties>;

/** For programs that know dark mode. Without quotes or angle brackets, because the renderer escapes them. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #101317 !important; }
  .card { background-color: #191d23 !important; border-color: #333a44 !important; }
  .line { border-color: #333a44 !important; }
  .ink { color: #e8ebef !important; }
  .muted { color: #a3acb8 !important; }
  .link { color: #8ab0ff !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
  .button { display: block !important; text-align: center !important; }
  .wide { width: 100% !important; }
}`;
