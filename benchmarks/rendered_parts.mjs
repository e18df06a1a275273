// Renders documents with programs from npm; benchmarks/rendered_parts.py starts it in the folder that has
// node_modules.  It reads {program, sources, code} as JSON and answers with the rendered texts.
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const require = createRequire(process.cwd() + '/');
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const esm = async (name) => {
  const base = process.cwd() + '/node_modules/' + name + '/';
  const about = require(base + 'package.json');
  const entry = about.exports?.['.'] ?? about.exports ?? about.module ?? about.main ?? 'index.js';
  const file = typeof entry === 'string' ? entry : entry.import ?? entry.default;
  return import(pathToFileURL(base + (typeof file === 'string' ? file : file.default)));
};

async function remark(plugins) {
  const {unified} = await esm('unified');
  let pipe = unified().use((await esm('remark-parse')).default).use((await esm('remark-gfm')).default)
    .use((await esm('remark-math')).default).use((await esm('remark-rehype')).default);
  for (const name of plugins) pipe = pipe.use((await esm(name)).default);
  return pipe.use((await esm('rehype-stringify')).default);
}

const PROGRAMS = {
  async 'markdown-it'(sources) {
    const markdown = require('markdown-it')({html: true, linkify: false, highlight: (code, language) => {
      const highlighter = require('highlight.js');
      return highlighter.getLanguage(language) ? highlighter.highlight(code, {language}).value : '';
    }});
    const katex = require('@vscode/markdown-it-katex');
    markdown.use(katex.default ?? katex).use(require('markdown-it-footnote')).use(require('markdown-it-deflist'));
    return sources.map((source) => markdown.render(source));
  },
  async 'rehype-katex'(sources) {
    const pipe = await remark(['rehype-katex', 'rehype-highlight']);
    return Promise.all(sources.map(async (source) => String(await pipe.process(source))));
  },
  async 'rehype-mathjax'(sources) {
    const pipe = await remark(['rehype-mathjax', 'rehype-highlight']);
    return Promise.all(sources.map(async (source) => String(await pipe.process(source))));
  },
  async shiki(sources) {
    const {codeToHtml} = await esm('shiki');
    return Promise.all(sources.map(([lang, code]) =>
      codeToHtml(code, {lang: lang === 'console' ? 'text' : lang, theme: 'nord'})));
  },
  async asciidoctor(sources) {
    const processor = require('asciidoctor')();
    const asked = {safe: 'safe', header_footer: true, attributes: {stem: 'latexmath', toc: 'left', 'source-highlighter': 'highlight.js'}};
    return sources.map((source) => processor.convert(source, asked));
  },
  async temml(sources) {
    const temml = require('temml');
    return sources.map(([tex, displayMode]) => temml.renderToString(tex, {displayMode, annotate: true}));
  },
  async 'katex-mathml'(sources) {
    const katex = require('katex');
    return sources.map(([tex, displayMode]) => katex.renderToString(tex, {displayMode, output: 'mathml'}));
  },
};

let input = '';
for await (const chunk of process.stdin) input += chunk;
const {program, sources} = JSON.parse(input);
process.stdout.write(JSON.stringify(await PROGRAMS[program](sources)));
