import type { ReactNode } from "react";
import type { Product } from "../../../worker/domain/catalog/index.ts";

/** All that is known about a product, as plain text; what is unknown is not mentioned. */
export function ProductSections({ product }: { product: Product }) {
  const facts = factsOf(product);
  return (
    <div className="product-sections">
      <div className="story">
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
      <div className="data">
        {facts.length > 0 && (
          <Section title="Specification">
            <dl className="facts">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
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

function factsOf(product: Product): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    ["SKU", product.sku],
    ["Type", product.type === "software" ? "Software" : "Hardware"],
    ["Author", product.author],
    ["Requirements", product.requirements],
    ["Compatibility", product.compatibility.join(", ")],
    ["Devices", product.devices.join(", ")],
    ["Platforms", product.platforms.join(", ")],
    ["Use cases", product.software_use_cases.join(", ")],
    ["Certifications", product.certifications],
    ["Format", product.format],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

type NamedLink = Product["links"][number];
const isWebAddress = ({ link }: NamedLink) => /^(https?:\/\/|\/(?!\/))/i.test(link);

function LinkList({ title, links }: { title: string; links: NamedLink[] }) {
  const shown = links.filter(isWebAddress);
  if (shown.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="link-list">
        {shown.map(({ name, link }) => (
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
