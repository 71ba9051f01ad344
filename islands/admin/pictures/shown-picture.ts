export type ShownPicture = {
  /** Null for one that is shown from an address that somebody typed. */
  id: string | null;
  address: string;
  alt_text: string;
  width: number | null;
  height: number | null;
  is_shown: boolean;
  can_be_drawn: boolean;
};
