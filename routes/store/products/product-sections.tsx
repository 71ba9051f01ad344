import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { Fragment, type ReactNode } from "react";
import type { OfferDetails } from "../../../worker/domain/catalog/index.ts";
import { Facts } from "../../../worker/ui/parts/facts.tsx";

export function ProductSections({ product }: { product: OfferDetails }) {
  const facts = buildFacts(product);
  return (
    <div className="product-sections">
      <div className="product-story">
        {product.long_description && (
          <Section title="About">
            <Paragraphs text={product.long_description} />
          </Section>
        )}
        {product.detailed_description.map(({ title, description }) => (
          <Section key={title} title={title}>
            <Paragraphs text={description} />
          </Section>
        ))}
      </div>
      <div className="product-data">
        {facts.length > 0 && (
          <Section title="Specification">
            <Facts facts={facts} />
          </Section>
        )}
        <LinkList title="Downloads" links={product.downloads} />
        <LinkList title="Links" links={product.links} />
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Paragraphs({ text }: { text: string }) {
  return text.split(/\n+/).map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

function buildFacts(product: OfferDetails): [name: string, value: ReactNode][] {
  const isSoftware = product.type === "software";
  const compatibleNames = [...new Set([...product.compatibility, ...product.devices])].filter(
    (name) => name !== product.name,
  );
  const filterHref = (filter: "platform" | "use_case") => (value: string) =>
    hrefOf(pages.products, {}, { [filter]: value });
  const linkNames = (names: string[], href: NamesProps["href"]) =>
    names.length > 0 && <Names key={names.join()} names={names} href={href} />;
  const facts: [string, ReactNode][] = [
    ["SKU", product.sku],
    ["Type", isSoftware ? "Software" : "Hardware"],
    ["Author", product.author],
    ["Requirements", product.requirements],
    ["Works with", linkNames(compatibleNames, namedProductHref(product))],
    ["Platforms", linkNames(product.platforms, filterHref("platform"))],
    ["Use cases", linkNames(product.software_use_cases, filterHref("use_case"))],
    ["Certifications", product.certifications],
    [isSoftware ? "Format" : "Dimensions", product.format],
  ];
  return facts.filter(([, value]) => value);
}

const namedProductHref =
  ({ named }: OfferDetails) =>
  (name: string) => {
    const id = named[name];
    return id && hrefOf(pages.product, { product_id: id });
  };

type NamesProps = { names: string[]; href: (name: string) => string | undefined };

function Names({ names, href }: NamesProps) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ", "}
      {href(name) ? <a href={href(name)}>{name}</a> : name}
    </Fragment>
  ));
}

type NamedLink = OfferDetails["links"][number];
const isWebAddress = ({ link }: NamedLink) => /^(https?:\/\/|\/(?!\/))/i.test(link);

function LinkList({ title, links }: { title: string; links: NamedLink[] }) {
  const webLinks = links.filter(isWebAddress);
  if (webLinks.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="link-list">
        {webLinks.map(({ name, link }) => (
          <li key={link}>
            <a href={link} rel="noopener">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
