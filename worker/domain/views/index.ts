export { listSavedViews, removeView, type SavedView, saveView } from "./saved-views.ts";
