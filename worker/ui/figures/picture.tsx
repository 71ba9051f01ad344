import { useContext } from "react";
import { ImageOrigins } from "../image-origins.tsx";
import { isImageAddress } from "./image-address.ts";

type PictureProps = {
  src: string | null;
  /** Empty beside the product's name, which says it already. */
  alt: string;
  /** Pictures below the first screen wait. */
  is_late?: boolean;
};

const originOf = (address: string): string => /^https:\/\/[^/?#]+/i.exec(address)?.[0].toLowerCase() ?? "";

/** A product's picture in a space of fixed proportions, also when there is none, or none that may be loaded. */
export function Picture({ src, alt, is_late }: PictureProps) {
  const origins = useContext(ImageOrigins);
  const isLetIn = isImageAddress(src) && (src.startsWith("/") || origins.includes(originOf(src)));
  if (!isLetIn) return <span className="picture none" />;
  return (
    <img
      className="picture"
      src={src}
      alt={alt}
      width="640"
      height="480"
      loading={is_late ? "lazy" : undefined}
      decoding="async"
      // another host need not know what page of ours shows its picture
      referrerPolicy={src.startsWith("/") ? undefined : "no-referrer"}
    />
  );
}

/** A thing by its name, with a small picture before it; for a row of a table or a line of words. */
export function Pictured({ src, name }: { src: string | null; name: string }) {
  return (
    <span className="pictured">
      <Picture src={src} alt="" is_late />
      <span>{name}</span>
    </span>
  );
}
