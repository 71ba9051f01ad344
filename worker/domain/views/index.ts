export { listSavedViews, removeView, saveView } from "./saved-views.ts";
