import { ButtonScript } from "../island.tsx";

/** Copies the `code` in the same element or figure; `what` is for screen readers. */
export const CopyButton = ({ what }: { what: string }) => (
  <>
    <ButtonScript />
    <button type="button" className="link-button" data-does="copy">
      <span aria-live="polite">Copy</span>
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
