import { ButtonScript } from "../island.tsx";

/** Copies the `code` that stands beside it in the same element, or in the figure that it belongs to; `what` says of what, for who does not see that. */
export const CopyButton = ({ what }: { what: string }) => (
  <>
    <ButtonScript />
    <button type="button" className="link-button" data-does="copy">
      <span aria-live="polite">Copy</span>
      <span className="unseen"> {what}</span>
    </button>
  </>
);

/** Prints the page, which styles/print.css makes a document. */
export const PrintButton = () => (
  <>
    <ButtonScript />
    <button type="button" className="button quiet" data-does="print">
      Print
    </button>
  </>
);
