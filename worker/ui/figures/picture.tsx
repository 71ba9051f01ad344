import { useContext } from "react";
import { readImagePath } from "../../contract/image-path.ts";
import { ImageOrigins } from "../image-origins.tsx";
import { isLetIn } from "./image-address.ts";

type PictureProps = {
  src: string | null;
  /** Alternative text; empty next to the product name, which would be read twice. */
  alt: string;
  /** Lazy loading for pictures below the first screen. */
  is_late?: boolean;
};

/** A product picture in a box of fixed proportions; also a placeholder for missing and disallowed pictures. */
export function Picture({ src, alt, is_late }: PictureProps) {
  const origins = useContext(ImageOrigins);
  if (!isLetIn(src, origins)) return <span className="picture none" />;
  return (
    <img
      className="picture"
      src={src}
      alt={alt}
      {...sizeOf(src)}
      loading={is_late ? "lazy" : undefined}
      decoding="async"
      // do not disclose the page to other hosts
      referrerPolicy={src.startsWith("/") ? undefined : "no-referrer"}
    />
  );
}

/** The picture's size from its path; other pictures use the default 4:3 box. */
function sizeOf(src: string): { width: number; height: number } {
  const { width, height } = readImagePath(src) ?? { width: 640, height: 480 };
  return { width, height };
}

/** A name with a small picture, for table rows and lines of text. */
export function Pictured({ src, name }: { src: string | null; name: string }) {
  return (
    <span className="pictured">
      <Picture src={src} alt="" is_late />
      <span>{name}</span>
    </span>
  );
}
