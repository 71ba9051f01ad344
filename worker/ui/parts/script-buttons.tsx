import { ButtonScript } from "../island.tsx";

/** Copies the `code` element in the same parent or figure; `what` is for screen readers. */
export const CopyButton = ({ what, label = "Copy" }: { what: string; label?: string }) => (
  <>
    <ButtonScript />
    <button type="button" className="link-button" data-does="copy">
      <span aria-live="polite">{label}</span>
      <span className="unseen"> {what}</span>
    </button>
  </>
);

export const PrintButton = () => (
  <>
    <ButtonScript />
    <button type="button" className="button quiet" data-does="print">
      Print
    </button>
  </>
);
