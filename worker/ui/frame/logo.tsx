export function Logo({ href }: { href: string }) {
  return (
    <a className="logo" href={href}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
          <path d="M26.6 7.6A13.5 13.5 0 1 0 26.6 24.4" />
          <path d="M22.4 11.2A8 8 0 1 0 22.4 20.8" />
          <path d="M16 16H30" />
        </g>
        <circle cx="16" cy="16" r="2.6" fill="currentColor" />
      </svg>
      <span>
        <b>CGX</b> CrunchBox
      </span>
    </a>
  );
}
