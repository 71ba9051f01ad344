import { type FormEvent, useEffect, useRef } from "react";
import type { EditablePicture } from "./shown-picture.ts";

type ItemProps = {
  picture: EditablePicture;
  product_name: string;
  /** Index among the displayed pictures; -1 if this one is not displayed. */
  place: number;
  images: string[];
  order_href: string;
  text_href: string;
  delete_href: string;
  isReady: boolean;
  isDragged: boolean;
  onMove(place: number): Promise<void>;
  onDescribe(text: string): Promise<void>;
  onDelete(): Promise<void>;
  onDrag(address: string | undefined): void;
  onDropHere(): void;
};

export function PictureItem(props: ItemProps) {
  const { picture, product_name, place, isReady, isDragged, text_href, onDescribe, onDrag, onDropHere } = props;
  const { id, address, alt_text, width, height, can_be_drawn } = picture;
  const isShown = place >= 0;
  const key = id ?? `at-${place}`;
  const describe = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onDescribe(String(new FormData(event.currentTarget).get("alt_text")).trim());
  };
  return (
    <li
      className={isDragged ? "dragged" : undefined}
      draggable={isReady && isShown && props.images.length > 1}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", address);
        event.dataTransfer.effectAllowed = "move";
        onDrag(address);
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => {
        if (isShown && !event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!isShown || event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        onDropHere();
      }}
    >
      {can_be_drawn ? (
        <img
          className="picture"
          src={address}
          alt={alt_text || product_name}
          width={width ?? 640}
          height={height ?? 480}
          draggable={false}
        />
      ) : (
        <span className="picture none" />
      )}
      <div>
        <p className="small">
          {isShown ? (place === 0 ? "Main picture" : `Picture ${place + 1}`) : "Uploaded, but not shown"}
          {width !== null && height !== null ? ` · ${width} × ${height}` : ` · ${address}`}
        </p>
        {id !== null && (
          <form method="post" action={text_href} className="picture-text" onSubmit={describe}>
            <label htmlFor={`text-${key}`}>Alternative text</label>
            <input id={`text-${key}`} name="alt_text" defaultValue={alt_text} maxLength={250} autoComplete="off" />
            <button className="button quiet">Save</button>
          </form>
        )}
        <div className="picture-actions">
          <MoveButtons {...props} name={key} />
          {id !== null && <DeleteButton {...props} name={key} />}
        </div>
      </div>
    </li>
  );
}

/** Without script the form posts the displayed pictures in their order, then this one if it is not displayed yet. */
function MoveButtons({ picture, place, images, order_href, onMove, name }: ItemProps & { name: string }) {
  const form = useRef<HTMLFormElement>(null);
  const pressedMove = useRef<string>(undefined);
  // focuses the pressed button again, because the list is re-rendered around it
  useEffect(() => {
    const pressed =
      pressedMove.current === undefined ? undefined : form.current?.querySelector(`[value$="${pressedMove.current}"]`);
    const buttons = [pressed, ...(form.current?.querySelectorAll("button") ?? [])];
    const usable = buttons.find((each) => each instanceof HTMLButtonElement && !each.disabled);
    if (pressedMove.current !== undefined && usable instanceof HTMLElement) usable.focus();
    pressedMove.current = undefined;
  }, [place]);
  const label = place < 0 ? "this picture" : place === 0 ? "the main picture" : `picture ${place + 1}`;
  const renderButton = (offset: -1 | 1, text: string) => (
    <button
      className="button quiet"
      name="move"
      value={`${place}:${offset}`}
      disabled={place + offset < 0 || place + offset >= images.length}
      aria-label={`Move ${label} ${offset < 0 ? "earlier" : "later"}`}
      onClick={(event) => {
        event.preventDefault();
        pressedMove.current = `:${offset}`;
        void onMove(place + offset);
      }}
    >
      {text}
    </button>
  );
  return (
    <form
      method="post"
      action={order_href}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (place < 0) void onMove(images.length);
      }}
    >
      {[...images, ...(place < 0 ? [picture.id ?? ""] : [])].map((image) => (
        <input key={`${name}-${image}`} type="hidden" name="images" value={image} />
      ))}
      {place < 0 ? (
        <button className="button quiet">Show it</button>
      ) : (
        <>
          {renderButton(-1, "Earlier")}
          {renderButton(1, "Later")}
        </>
      )}
    </form>
  );
}

function DeleteButton({ picture, delete_href, onDelete, name }: ItemProps & { name: string }) {
  const id = `delete-${name}`;
  return (
    <>
      <button type="button" className="button quiet" popoverTarget={id}>
        Delete
      </button>
      <dialog id={id} popover="auto" className="dialog question" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>Delete this picture?</h2>
        <form
          method="post"
          action={delete_href}
          onSubmit={(event) => {
            event.preventDefault();
            void onDelete();
          }}
        >
          <div className="scroll">
            <p>
              {picture.alt_text && `“${picture.alt_text}”. `}The picture is removed from the product at once. Past
              orders keep it.
            </p>
          </div>
          <div className="actions">
            <button type="button" className="button quiet" popoverTarget={id} popoverTargetAction="hide">
              Cancel
            </button>
            <button className="button danger">Delete picture</button>
          </div>
        </form>
      </dialog>
    </>
  );
}
