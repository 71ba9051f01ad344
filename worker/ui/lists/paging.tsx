import { countText } from "../../contract/count-text.ts";
import { pageSizes, defaultPageSize } from "../../contract/page-query.ts";

type PagingProps = {
  meta: { limit: number; offset: number; count: number };
  what: string;
  href: (page: string) => string;
  /** Undefined if the page size is fixed. */
  sizeHref?: (size: number) => string;
};

export function Paging({ meta, what, href, sizeHref }: PagingProps) {
  const { limit, offset, count } = meta;
  if (count <= (sizeHref ? defaultPageSize : limit) && offset === 0) return null;
  const page = Math.floor(offset / limit) + 1;
  const last = Math.max(1, Math.ceil(count / limit));
  const end = Math.min(offset + limit, count);
  return (
    <nav className="paging" aria-label={`Pages of ${what}`}>
      <p>{offset < count ? `${offset + 1}–${end} of ${countText(count)}` : last === 1 ? "1 page" : `${last} pages`}</p>
      {sizeHref && <PageSizes current={limit} href={sizeHref} />}
      <div>
        <PageLink label="Previous" href={page > 1 ? href(String(Math.min(page - 1, last))) : undefined} />
        <PageLink label="Next" href={page < last ? href(String(page + 1)) : undefined} />
      </div>
    </nav>
  );
}

function PageLink({ label, href }: { label: string; href: string | undefined }) {
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

const PageSizes = ({ current, href }: { current: number; href: (size: number) => string }) => (
  <p className="sizes">
    Rows per page:{" "}
    {pageSizes.map((size) => (
      <a key={size} href={href(size)} aria-current={size === current ? "true" : undefined}>
        {size}
      </a>
    ))}
  </p>
);
