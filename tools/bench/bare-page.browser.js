// Baseline for first views: a form that the framework hydrates, and nothing else.
import { createElement, useState } from "react";
import { hydrateRoot } from "react-dom/client";

function Form() {
  const [text, setText] = useState("");
  return createElement(
    "form",
    null,
    createElement("input", { "aria-label": "Text", value: text, onInput: (event) => setText(event.target.value) }),
    createElement("button", null, "Send"),
  );
}

hydrateRoot(document.getElementById("root"), createElement(Form));
