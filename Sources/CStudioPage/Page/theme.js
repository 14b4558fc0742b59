// Light or dark: as the system says, until the person says otherwise.

import { byId } from "./elements.js";
import { texts } from "./texts.js";

const key = "gstedit-studio-theme";
const order = ["system", "dark", "light"];

/** What was chosen on this machine before; browsers that keep nothing say nothing. */
function kept() {
  try { return localStorage.getItem(key); } catch { return null; }
}

export function startTheme() {
  let theme = order.includes(kept()) ? kept() : "system";
  const button = byId("theme");
  const symbol = document.createElement("span");
  symbol.className = "symbol";
  symbol.setAttribute("aria-hidden", "true");
  button.append(symbol);
  const show = () => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", texts.theme[theme]);
    button.title = texts.theme[theme];
    button.dataset.theme = theme;
    document.dispatchEvent(new CustomEvent("themechange"));
  };
  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length];
    try { localStorage.setItem(key, theme); } catch { /* it holds for this page */ }
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}
