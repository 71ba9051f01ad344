import type { ReactNode } from "react";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { Icon } from "../../worker/ui/figures/icon.tsx";
import { Logo } from "../../worker/ui/frame/logo.tsx";
import { useStylesheet } from "../../worker/ui/island.tsx";
import { type Audience, audienceNames, audiences, callHref, type Group, groupHref, groupsFor } from "./catalog.ts";
import { guides } from "./guides/index.ts";
import { languages } from "./requests.ts";

type DocsLayoutProps = {
  audience: Audience;
  here: string;
  search?: string | undefined;
  has_examples?: boolean;
  children: ReactNode;
};

const contentsId = "contents";

export function DocsLayout({ audience, here, search, has_examples, children }: DocsLayoutProps) {
  useStylesheet("docs");
  return (
    <div className="docs">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header>
        <button type="button" className="contents-button" popoverTarget={contentsId} aria-label="Contents">
          <Icon name="menu" />
        </button>
        <Logo href={pages.home} />
        <a className="docs-word" href={pages.docs}>
          API
        </a>
        <form className="docs-search" role="search" action={pages.docsSearch}>
          <Icon name="search" />
          <input
            type="search"
            name="search"
            aria-label="Search the API reference"
            placeholder="Search calls, fields, errcodes"
            defaultValue={search}
            maxLength={128}
          />
          <kbd aria-hidden="true">Ctrl K</kbd>
        </form>
        {has_examples && <Languages />}
      </header>
      <div className="docs-body">
        <nav id={contentsId} popover="auto" className="docs-nav" aria-label="Contents">
          <Contents audience={audience} here={here} />
        </nav>
        <main id="content">{children}</main>
      </div>
    </div>
  );
}

const Languages = () => (
  <fieldset className="languages">
    <legend className="unseen">Language of the examples</legend>
    {languages.map((language, at) => (
      <label key={language}>
        <input type="radio" name="language" value={language} defaultChecked={at === 0} />
        <span>{language}</span>
      </label>
    ))}
  </fieldset>
);

function Contents({ audience, here }: { audience: Audience; here: string }) {
  return (
    <>
      <p className="docs-nav-title" id="audience">
        Calls for
      </p>
      <ul className="audiences" aria-labelledby="audience">
        {audiences.map((each) => (
          <li key={each}>
            <NavLink href={hrefOf(pages.docsAudience, { audience: each })} here={here} is_chosen={each === audience}>
              {audienceNames[each]}
            </NavLink>
          </li>
        ))}
      </ul>
      <p className="docs-nav-title" id="guides">
        Guides
      </p>
      <ul aria-labelledby="guides">
        <li>
          <NavLink href={pages.docs} here={here}>
            Introduction
          </NavLink>
        </li>
        {guides.map(({ slug, title }) => (
          <li key={slug}>
            <NavLink href={hrefOf(pages.docsGuide, { guide: slug })} here={here}>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
      <p className="docs-nav-title" id="calls">
        {audienceNames[audience]} calls
      </p>
      <ul aria-labelledby="calls">
        {groupsFor(audience).map((group) => (
          <li key={group.slug}>
            <NavLink href={groupHref(group)} here={here}>
              {group.title}
            </NavLink>
            {groupHref(group) === here && <CallLinks group={group} />}
          </li>
        ))}
      </ul>
    </>
  );
}

type NavLinkProps = { href: string; here: string; is_chosen?: boolean; children: ReactNode };

const NavLink = ({ href, here, is_chosen = false, children }: NavLinkProps) => (
  <a href={href} aria-current={href === here ? "page" : is_chosen ? "true" : undefined}>
    {children}
  </a>
);

const CallLinks = ({ group }: { group: Group }) => (
  <ul className="call-links">
    {group.calls.map((spec) => (
      <li key={spec.verb}>
        <a href={callHref(group, spec)}>{spec.summary}</a>
      </li>
    ))}
  </ul>
);
