// A plugin of the build, so that the page stays true while somebody else edits its text: a browser's translator, a
// reader mode, an extension. They take text nodes out of the document and put elements in their place, but they leave
// the page's own elements alone. Svelte would go on writing into the text node that it made, and finds the ends of a
// block by its first and last node. Therefore:
//
// - A text that changes has an element of its own. If it stands next to something else, it gets a <data>, which has
//   neither style nor role; a custom element would make Svelte's share of the page larger.
// - A text at the edge of a block gets one, too: so every block begins and ends with an element or a comment.
// - The compiled components call setText of src/shared/set-text.ts, which sets the content of that element as a whole.
// - What has no other word in another language is not translated: an element with nothing but the name of a player (a
//   call of `name`), and <code>.
import { parse, type AST } from "svelte/compiler";
import type { Plugin } from "vite";

type Child = AST.Fragment["nodes"][number];
type Text = AST.Text | AST.ExpressionTag;

/** What a fragment stands in: an element or a block of Svelte, in HTML or in SVG. */
interface Place {
  element: string | null;
  svg: boolean;
}

const SET_TEXT = "/src/shared/set-text.ts"; // from the folder of the page
const FRAGMENTS = ["fragment", "consequent", "alternate", "body", "fallback", "pending", "then", "catch"] as const;
const LEAVE_NOTHING = new Set([
  "Comment",
  "ConstTag",
  "DebugTag",
  "DeclarationTag",
  "SnippetBlock",
  "SvelteBody",
  "SvelteDocument",
  "SvelteHead",
  "SvelteWindow",
]);
const UNTRANSLATED = ' translate="no"';
const TEXT_ONLY = new Set(["option", "script", "style", "textarea", "title"]); // HTML allows no element in them

const isText = (node: Child): node is Text => node.type === "Text" || node.type === "ExpressionTag";
const isSpace = (node: Text): boolean =>
  node.type === "ExpressionTag" && node.expression.type === "Literal" && !`${node.expression.value}`.trim();
const changes = (node: Text): boolean => node.type === "ExpressionTag" && node.expression.type !== "Literal";
const isName = (node: Text | undefined): boolean => {
  if (node?.type !== "ExpressionTag" || node.expression.type !== "CallExpression") return false;
  const { callee } = node.expression,
    called = callee.type === "MemberExpression" ? callee.property : callee;
  return called.type === "Identifier" && called.name === "name";
};
const isBlank = (node: Child): boolean => node.type === "Text" && !node.data.trim();

/** Return the source of a component with its runs of text marked up. */
export function markTextRuns(source: string, file: string): string {
  const inserted: [at: number, tag: string][] = [];

  function markRun(run: Text[], place: Place): void {
    if (place.element && TEXT_ONLY.has(place.element))
      throw new Error(`${file}: a text that changes must be all that stands in <${place.element}>`);
    const name = place.svg ? "tspan" : "data",
      words = run.filter((node) => !isBlank(node)),
      spared = words.length === 1 && isName(words[0]) ? UNTRANSLATED : "";
    const { start } = run[0]!,
      { end } = run.at(-1)!,
      text = source.slice(start, end);
    // Svelte drops blanks at the edges of an element, so they stay outside.
    inserted.push([start + text.length - text.trimStart().length, `<${name}${spared}>`]);
    inserted.push([end - text.length + text.trimEnd().length, `</${name}>`]);
  }

  function visitFragment({ nodes }: AST.Fragment, place: Place): void {
    const shown = nodes.filter((node) => !LEAVE_NOTHING.has(node.type) && !isBlank(node));
    let run: Text[] = [];
    const endRun = (): void => {
      const words = run.filter((node) => !isBlank(node)),
        alone = words.length === shown.length,
        atEdge = words[0] === shown[0] || words.at(-1) === shown.at(-1);
      if (!place.element && words.length && atEdge && words.every(isSpace))
        throw new Error(`${file}: a blank at the edge of a block may be taken away; put it outside of the block`);
      if (words.length && (place.element ? words.some(changes) && !alone : words.some(changes) || atEdge))
        markRun(run, place);
      run = [];
    };
    for (const node of nodes) {
      if (isText(node)) run.push(node);
      else endRun();
    }
    endRun();
    for (const node of nodes) visit(node, place);
  }

  /** Mark an element that is not to be translated. */
  function markElement({ name, start, attributes, fragment }: AST.RegularElement): void {
    const words = fragment.nodes.filter((node) => !isBlank(node)),
      spared = name === "code" || (words.length === 1 && isText(words[0]!) && isName(words[0]));
    if (spared && !attributes.some((each) => each.type === "Attribute" && each.name === "translate"))
      inserted.push([start + 1 + name.length, UNTRANSLATED]);
  }

  function visit(node: Child, { svg }: Place): void {
    if (node.type === "RegularElement") markElement(node);
    const inside: Place =
      node.type === "RegularElement"
        ? { element: node.name, svg: node.name === "svg" || (svg && node.name !== "foreignObject") }
        : { element: node.type === "TitleElement" ? "title" : null, svg };
    const held = node as Partial<Record<(typeof FRAGMENTS)[number], AST.Fragment | null>>;
    for (const key of FRAGMENTS) if (held[key]) visitFragment(held[key], inside);
  }

  const { fragment, options } = parse(source, { modern: true, filename: file });
  visitFragment(fragment, { element: null, svg: options?.namespace === "svg" });
  let marked = source;
  for (const [at, tag] of inserted.sort(([a], [b]) => b - a)) marked = marked.slice(0, at) + tag + marked.slice(at);
  return marked;
}

/** Return the compiled component with its own way to set a text. */
export function useSetText(code: string, file: string): string {
  if (code.includes("$.text("))
    throw new Error(`${file}: a text would stand at the edge of a block without an element of its own`);
  if (!code.includes("$.set_text(")) return code;
  return `${code.replaceAll("$.set_text(", "$set_text(")}\nimport { setText as $set_text } from ${JSON.stringify(SET_TEXT)};`;
}

const COMPONENT = { id: /\.svelte$/ };

/** The plugin, to be named before and after that of Svelte. */
export function textRuns(): Plugin[] {
  return [
    {
      name: "text-runs",
      enforce: "pre",
      transform: {
        order: "pre",
        filter: COMPONENT,
        handler: (code, id) => ({ code: markTextRuns(code, id), map: null }),
      },
    },
    {
      name: "text-runs:set-text",
      enforce: "post",
      transform: { filter: COMPONENT, handler: (code, id) => ({ code: useSetText(code, id), map: null }) },
    },
  ];
}
