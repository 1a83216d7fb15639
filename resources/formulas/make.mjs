// SPDX-License-Identifier: Apache-2.0
// Draws every formula of the help and the lessons as an SVG file, so that the program needs neither
// TeX nor the web.
//
//     cd resources/formulas && npm ci && node make.mjs          the program's own pages
//     node make.mjs /path/to/my-lesson                          a lesson elsewhere, into its folder `formulas`
//
// Formulas in Markdown and lesson.json are between dollar signs, $inline$ or $$on a separate line$$.
// The name of a file is the first 12 hex digits of the SHA-1 of "inline:" or "display:" and the TeX text,
// which is its title. One em is 1000 units of its view box; the baseline is y = 0.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {liteAdaptor} from 'mathjax-full/js/adaptors/liteAdaptor.js';
import {RegisterHTMLHandler} from 'mathjax-full/js/handlers/html.js';
import {TeX} from 'mathjax-full/js/input/tex.js';
import 'mathjax-full/js/input/tex/AllPackages.js';
import {mathjax} from 'mathjax-full/js/mathjax.js';
import {SVG} from 'mathjax-full/js/output/svg.js';

const here = dirname(fileURLToPath(import.meta.url));
const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const jax = mathjax.document('', {
    InputJax: new TeX({packages: ['base', 'ams', 'boldsymbol']}),
    OutputJax: new SVG({fontCache: 'none'}),
});

function pagesBelow(folder) {
    return readdirSync(folder).sort().flatMap((name) => {
        const path = join(folder, name);
        if (statSync(path).isDirectory()) return name === 'node_modules' ? [] : pagesBelow(path);
        if (name.endsWith('.md') && name !== 'README.md') return [readFileSync(path, 'utf8')];
        return name === 'lesson.json' ? [textsOf(JSON.parse(readFileSync(path, 'utf8')))] : [];
    });
}

function textsOf(value) {
    if (typeof value === 'string') return value + '\n';
    return value && typeof value === 'object' ? Object.values(value).map(textsOf).join('') : '';
}

function formulasOf(text) {
    const found = [];
    for (const match of text.matchAll(/\$\$([^$]+)\$\$|\$([^$]+)\$/g))
        found.push({display: match[1] !== undefined, tex: (match[1] ?? match[2]).trim()});
    return found;
}

function draw({display, tex}) {
    const svg = adaptor.innerHTML(jax.convert(tex, {display}));
    const wrong = svg.match(/data-mjx-error="([^"]*)"/);
    if (wrong) throw new Error(`${tex}\n  ${wrong[1]}`);
    // QtSvg cannot draw brackets assembled from parts in nested frames.
    if (svg.match(/<svg/g).length > 1) throw new Error(`${tex}\n  a bracket or bar that must be stretched; take two rows, or \\bar`);
    if (svg.includes('<text')) throw new Error(`${tex}\n  a letter that the font does not have`);
    const box = svg.match(/viewBox="([^"]*)"/)[1];
    const title = tex.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    let body = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
    body = body.replace(/ data-[a-z-]+="[^"]*"/g, '').replace(/<\/?defs>/g, '');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">\n<title>${title}</title>\n${body}\n</svg>\n`;
}

function make(sources, target) {
    mkdirSync(target, {recursive: true});
    const made = new Set();
    for (const formula of sources.flatMap(pagesBelow).flatMap(formulasOf)) {
        const key = (formula.display ? 'display:' : 'inline:') + formula.tex;
        const name = createHash('sha1').update(key).digest('hex').slice(0, 12) + '.svg';
        if (made.has(name)) continue;
        made.add(name);
        const text = draw(formula), path = join(target, name);
        if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
    }
    for (const name of readdirSync(target))
        if (name.endsWith('.svg') && !made.has(name)) rmSync(join(target, name));
    console.log(`${made.size} formulas in ${target}`);
}

const lesson = process.argv[2];
if (lesson) make([resolve(lesson)], join(resolve(lesson), 'formulas'));
else make([join(here, '../help'), join(here, '../lessons')], here);
