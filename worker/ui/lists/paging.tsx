type PagingProps = {
  meta: { limit: number; offset: number; count: number };
  what: string;
  href: (page: string) => string;
};

/** Which rows of how many, with links to the pages beside this one. */
export function Paging({ meta, what, href }: PagingProps) {
  const { limit, offset, count } = meta;
  if (count <= limit && offset === 0) return null;
  const page = Math.floor(offset / limit) + 1;
  const last = Math.max(1, Math.ceil(count / limit));
  const end = Math.min(offset + limit, count);
  return (
    <nav className="paging" aria-label={`Pages of ${what}`}>
      <p>{offset < count ? `${offset + 1}–${end} of ${count.toLocaleString("en-US")}` : `Page ${page} of ${last}`}</p>
      <div>
        <Step label="Previous" href={page > 1 ? href(String(Math.min(page - 1, last))) : undefined} />
        <Step label="Next" href={page < last ? href(String(page + 1)) : undefined} />
      </div>
    </nav>
  );
}

function Step({ label, href }: { label: string; href: string | undefined }) {
  if (href) {
    return (
      <a className="button quiet" href={href} rel={label === "Next" ? "next" : "prev"}>
        {label}
      </a>
    );
  }
  return (
    <button className="button quiet" disabled>
      {label}
    </button>
  );
}
