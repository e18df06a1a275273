// Readers of Markdown in JavaScript.  Each line is Markdown in JSON; the answer is a line with the HTML by reader.
import { createInterface } from "node:readline";
import * as commonmark from "commonmark";
import MarkdownIt from "markdown-it";
import { Marked } from "marked";
import { micromark } from "micromark";
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from "micromark-extension-gfm-autolink-literal";
import { gfmFootnote, gfmFootnoteHtml } from "micromark-extension-gfm-footnote";
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { gfmTaskListItem, gfmTaskListItemHtml } from "micromark-extension-gfm-task-list-item";
import showdown from "showdown";

Math.random = () => 0.5; // showdown writes mail addresses in a way of many
// no reader refuses an address, changes one, or leaves out a tag
const dangerous = { allowDangerousHtml: true, allowDangerousProtocol: true };
const github = {
  ...dangerous,
  extensions: [gfmAutolinkLiteral(), gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
  htmlExtensions: [
    gfmAutolinkLiteralHtml(), gfmFootnoteHtml(), gfmStrikethroughHtml(), gfmTableHtml(), gfmTaskListItemHtml(),
  ],
};
const it = new MarkdownIt({ html: true, linkify: true });
Object.assign(it, { validateLink: () => true, normalizeLink: (url) => url, normalizeLinkText: (url) => url });
const marked = new Marked();
const parser = new commonmark.Parser();
const writer = new commonmark.HtmlRenderer({ safe: false });
const quiet = { ellipsis: false, noHeaderId: true };
const plain = new showdown.Converter(quiet);
const extended = new showdown.Converter({
  ...quiet, simplifiedAutoLink: true, strikethrough: true, tables: true, tasklists: true,
});
const READERS = {
  "commonmark.js": (text) => writer.render(parser.parse(text)),
  "micromark": (text) => micromark(text, dangerous),
  "micromark, GitHub": (text) => micromark(text, github),
  "markdown-it": (text) => it.render(text),
  "marked": (text) => marked.parse(text),
  "showdown": (text) => plain.makeHtml(text),
  "showdown, GitHub": (text) => extended.makeHtml(text),
};

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const [names, text] = JSON.parse(line);
  const found = {};
  for (const [name, read] of Object.entries(READERS)) {
    if (names.length && !names.includes(name)) continue;
    try {
      found[name] = read(text);
    } catch (error) {
      found[name] = null;
    }
  }
  process.stdout.write(JSON.stringify(found) + "\n");
}
