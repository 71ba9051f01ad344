export type EditablePicture = {
  /** An external picture has no id. */
  id: string | null;
  address: string;
  alt_text: string;
  width: number | null;
  height: number | null;
  is_shown: boolean;
  can_be_drawn: boolean;
};
