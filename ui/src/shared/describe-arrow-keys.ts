// A Svelte attachment for a group that is a single tab stop: screen readers say that arrow keys move inside it.
import { t } from "./i18n";

export const describeArrowKeys = (node: Element): void =>
  node.setAttribute("aria-description", t("The arrow keys move in here."));
