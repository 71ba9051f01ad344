import { isImageAddress } from "../../../worker/ui/figures/image-address.ts";
import { Picture } from "../../../worker/ui/figures/picture.tsx";

type GalleryProps = {
  name: string;
  images: (string | null)[];
  texts: Record<string, string>;
};

/** Radio buttons select the large picture without script; on phones the pictures form a swipeable row. */
export function Gallery({ name, images, texts }: GalleryProps) {
  const allowedImages = images.filter(isImageAddress);
  const [firstImage = null, second] = allowedImages;
  if (second === undefined)
    return <div className="gallery one">{<Picture src={firstImage} alt={texts[firstImage ?? ""] ?? name} />}</div>;
  return (
    <fieldset className="gallery">
      <legend className="unseen">Pictures of {name}</legend>
      {allowedImages.map((image, index) => (
        <div className="shot" key={image}>
          <label>
            <input
              type="radio"
              name="picture"
              defaultChecked={index === 0}
              aria-label={`Picture ${index + 1} of ${allowedImages.length}`}
            />
            <Picture src={image} alt="" />
            <span aria-hidden="true">
              {index + 1} / {allowedImages.length}
            </span>
          </label>
          <Picture src={image} alt={texts[image] ?? `${name}, picture ${index + 1}`} />
        </div>
      ))}
    </fieldset>
  );
}
