import { useContext } from "react";
import { readImagePath } from "../../contract/image-path.ts";
import { ImageOrigins } from "../image-origins.tsx";
import { isLetIn } from "./image-address.ts";

type PictureProps = {
  src: string | null;
  /** Empty beside the product's name, which would be read twice. */
  alt: string;
  is_late?: boolean;
};

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

function sizeOf(src: string): { width: number; height: number } {
  const { width, height } = readImagePath(src) ?? { width: 640, height: 480 };
  return { width, height };
}

/** Longer names may end in an ellipsis. */
const nameMax = 24;

export function Pictured({ src, name }: { src: string | null; name: string }) {
  return (
    <span className="pictured">
      <Picture src={src} alt="" is_late />
      <span title={name.length > nameMax ? name : undefined}>{name}</span>
    </span>
  );
}
