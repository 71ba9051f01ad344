export const StatementLinks = ({ csv, pdf }: { csv: string; pdf: string | null }) => (
  <div className="actions">
    {pdf !== null && (
      <a className="button quiet" href={pdf}>
        Statement<span className="unseen"> as PDF</span>
      </a>
    )}
    <a className="button quiet" href={csv} download>
      CSV<span className="unseen"> of the open invoices</span>
    </a>
  </div>
);
