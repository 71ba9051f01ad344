export type EditablePicture = {
  /** Null for an external picture. */
  id: string | null;
  address: string;
  alt_text: string;
  width: number | null;
  height: number | null;
  is_shown: boolean;
  can_be_drawn: boolean;
};
