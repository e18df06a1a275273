"use strict";
// The filters of the pages of a crawl: rows of another host or status are hidden.
(() => {
  for (const filters of document.querySelectorAll(".filters")) {
    const selects = [...filters.querySelectorAll("select")];
    const rows = filters.nextElementSibling.querySelectorAll("tbody tr");
    filters.hidden = false;
    filters.addEventListener("change", () => {
      for (const row of rows) {
        row.hidden = selects.some(({ value, dataset }) => value && row.dataset[dataset.filter] !== value);
      }
    });
  }
})();

// Draws what Python has found over the page.  The page is in a frame where nothing runs; this script reads
// there where its texts are.  All that comes from pages is put in as text, never as HTML.
(() => {
  const all = document.querySelectorAll("script.page");
  if (!all.length) {
    document.querySelector("#viewer")?.remove();
    return;
  }
  const at = (id) => document.getElementById(id);
  const shared = JSON.parse(at("shared").textContent);
  const frame = at("frame"), canvas = at("canvas"), overlay = at("overlay"), view = at("view");
  const SWITCHES = { m: "main", b: "blocks", d: "links" };
  const TABS = { Why: why, Text: text, Page: about, Methods: methods, Paragraphs: list };
  // Fields of a paragraph, in the order in which they are written.
  const [START, STOP, TEXT, CHARS, LINKS, P, WHY, OTHERS, IS, KIND] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const state = {
    page: null, asked: -1, shown: -1, extractor: 0, segmenter: 0, current: -1, tab: "Why", format: "text", numbers: false,
  };
  // A page that is at most so many times as wide as its pane is made smaller.
  const MOST_WIDE = 1.5;
  // The name of a block by its role, or else by its kind.
  const CALLED = {
    navigation: "block of navigation", breadcrumb: "breadcrumb", header: "block of the header", title: "title",
    footer: "block of the footer", sidebar: "block of a sidebar", links: "block of links", table: "table",
    media: "block of media", text: "block of text",
  };
  const OTHER = "other block";
  // The name of a page by its kind, which is a guess.
  const PAGES = { article: "an article", thread: "a thread", list: "a list", product: "a product" };
  let boxes = [], scale = 1, pieces = [];

  /** Make an element: attributes with a value of null are left out. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }
  const drawing = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").firstChild, true);
  const hint = (words) => make("p", { class: "hint" }, words);
  const percent = (share) => `${(100 * share).toFixed(share && share < 0.1 ? 1 : 0)}%`;
  const signed = (number) => (number < 0 ? "−" : "+") + Math.abs(number).toFixed(2);
  const counted = (number, noun) => `${number.toLocaleString("en")} ${number === 1 ? noun : `${noun}s`}`;
  const tip = (words) => { at("tip").textContent = words; };
  const extractor = () => state.page.extractors[state.extractor];
  const segmenter = () => state.page.segmenters[state.segmenter];
  const paragraphs = () => (state.page ? state.page.paragraphs : []);

  /** Read the JSON of a script, which is deflated. */
  async function inflated(script, change) {
    const bytes = Uint8Array.from(atob(script.textContent), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text(), change);
  }

  /** Put texts together: of a piece that stands in the report once there is only its number. */
  function joined(key, value) {
    if (!Array.isArray(value) || !shared.cut.includes(key)) return value;
    return value.map((piece) => (typeof piece === "number" ? pieces[piece] : piece)).join("");
  }

  function choose(select, names, change) {
    select.replaceChildren(...names.map((name, n) => make("option", { value: n }, name)));
    select.onchange = () => change(Number(select.value));
    select.disabled = names.length < 2;
  }

  /** Show another page: its frame, and all that depends on it. */
  async function open(n) {
    at("page").value = n;
    at("name").textContent = all.length > 1 ? all[n].dataset.name : "";
    const data = await inflated(all[n], joined);
    if (state.asked !== n) return;  // another one was opened meanwhile
    at("status").hidden = data.status === "ok";
    at("status").textContent = `${data.name}: ${data.status}${data.reason ? ` (${data.reason})` : ""}`;
    state.page = data.view;
    state.current = -1;
    document.querySelector(".split").hidden = at("verdict").hidden = !data.view;
    at("controls").hidden = !data.view && all.length < 2;
    if (!data.view) return;
    for (const kind of ["extractor", "segmenter"]) {
      choose(at(kind), data.view[`${kind}s`].map((one) => one.name), (m) => { state[kind] = m; draw(); });
      at(kind).value = state[kind];
    }
    at("stage").scrollTo(0, 0);
    delete canvas.dataset.drawn;
    state.shown = n;
    frame.srcdoc = data.view.html;
    draw();
  }

  /** Make the frame as wide as the pane: a page that is a little wider is made smaller, another one flows. */
  function fit() {
    const inside = frame.contentDocument.documentElement, width = overlay.clientWidth;
    inside.removeAttribute("ce-flow");
    frame.style.height = "800px";
    const widest = () => {
      let wide = width;
      for (let turn = 0; turn < 3; turn++) {  // a wider frame makes some pages wider
        frame.style.width = `${wide}px`;
        if (inside.scrollWidth <= wide + 1) return wide;
        wide = inside.scrollWidth;
      }
      return wide;
    };
    let wide = widest();
    if (wide > MOST_WIDE * width) {
      inside.setAttribute("ce-flow", "");
      wide = Math.min(widest(), MOST_WIDE * width);
    }
    frame.style.width = `${wide}px`;
    scale = width / wide;
    frame.style.transform = `scale(${scale})`;
    const body = frame.contentDocument.body;
    const height = Math.min(Math.max(inside.scrollHeight, body ? body.scrollHeight : 0, 200), 200000);
    frame.style.height = `${height}px`;
    canvas.style.height = `${height * scale}px`;
  }

  /** Find out where the texts of the page are. */
  function measure() {
    const found = new Map();
    fit();
    for (const text of frame.contentDocument.querySelectorAll("ce-text")) {
      const box = text.getBoundingClientRect();
      if ((box.width > 1 || box.height > 1) && box.width * box.height && box.right > 0 && box.bottom > 0) {
        const { left, top, right, bottom } = box;
        found.set(Number(text.getAttribute("k")),
          { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale });
      }
    }
    return found;
  }

  /** Return the rectangle around the texts of some ranges, or null. */
  function around(found, ranges) {
    let box = null;
    for (const [start, stop] of ranges) {
      for (let k = start; k < stop; k++) {
        const one = found.get(k);
        if (!one) continue;
        box = box ? {
          left: Math.min(box.left, one.left), top: Math.min(box.top, one.top),
          right: Math.max(box.right, one.right), bottom: Math.max(box.bottom, one.bottom),
        } : one;
      }
    }
    return box;
  }

  function place(element, box, by = 0) {
    Object.assign(element.style, {
      left: `${box.left - by}px`, top: `${box.top - by}px`,
      width: `${box.right - box.left + 2 * by}px`, height: `${box.bottom - box.top + 2 * by}px`,
    });
    return element;
  }

  function draw() {
    if (!state.page) return;
    for (const name of Object.values(SWITCHES)) canvas.classList.toggle(`show-${name}`, at(name).checked);
    const notice = [extractor().nothing, segmenter().notice].filter((one) => one).join(" ");
    at("status").hidden = !notice;
    at("status").textContent = notice;
    at("labels").replaceChildren();
    overlay.replaceChildren();
    boxes = [];
    if (frame.contentDocument && frame.contentDocument.body) {
      const found = measure();
      if (at("blocks").checked) overlay.append(...segmenter().blocks.map((block) => outlined(block, found)));
      boxes = paragraphs().map((paragraph, n) => boxed(paragraph, n, found));
      overlay.append(...boxes.filter((box) => box));
      separate(at("labels").children);
    }
    map();
    verdict();
    select(state.current, false);
  }

  /** Outline a block, and write its kind and the strength of the cut before it into the margin. */
  function outlined(block, found) {
    const box = around(found, block.ranges);
    if (!box) return "";
    const role = block.role ? make("small", {}, block.role) : null;
    const label = make("div", { class: `label k-${block.kind}`, title: block.reason || null }, block.kind, role);
    label.style.top = `${box.top}px`;
    at("labels").append(label);
    return place(make("div", { class: `block k-${block.kind}` }), box, 2);
  }

  /** Hide the labels that would cover the one above; blocks side by side have the same height. */
  function separate(labels) {
    let bottom = -Infinity;
    const tops = [...labels].map((label) => [label.offsetTop, label.offsetHeight, label]);
    for (const [top, height, label] of tops.sort((a, b) => a[0] - b[0])) {
      label.hidden = top < bottom;
      if (!label.hidden) bottom = top + height;
    }
  }

  function boxed(paragraph, n, found) {
    const box = around(found, [[paragraph[START], paragraph[STOP]]]);
    if (!box) return null;
    const button = make("button", {
      type: "button", class: `paragraph ${keptClass(n)}`, "data-paragraph": n, "aria-label": said(n),
      onmouseenter: () => tip(said(n)), onmouseleave: () => tip(""), onblur: () => tip(""),
      onfocus: () => { select(n, false); tip(said(n)); }, onclick: () => select(n, false),
    });
    button.style.setProperty("--tint", tint(n).toFixed(2));
    button.style.setProperty("--links", percent(paragraph[LINKS]));
    return place(button, box);
  }

  const keptClass = (n) => ({ "#": "kept", "+": "some" })[extractor().kept[n]] || "";
  const verdictOn = (n) => ({ "#": "kept", "+": "kept in part" })[extractor().kept[n]] || "left out";

  /** How green a paragraph is: by probability where the method has one, else by whether it is kept. */
  function tint(n) {
    if (extractor().steps !== null) return 0.3 * paragraphs()[n][P];
    return { "#": 0.25, "+": 0.1 }[extractor().kept[n]] || 0;
  }

  function said(n) {
    const paragraph = paragraphs()[n];
    return `Paragraph ${n + 1}, ${verdictOn(n)}, probability ${paragraph[P].toFixed(2)}, ` +
      `${counted(paragraph[CHARS], "character")}, ${percent(paragraph[LINKS])} in links`;
  }

  /** Make a paragraph the current one: the panel explains it. */
  function select(n, go = true) {
    boxes.forEach((box, m) => {
      if (!box) return;
      box.classList.toggle("current", m === n);
      box.tabIndex = m === Math.max(n, 0) ? 0 : -1;
    });
    state.current = n;
    show();
    if (go && boxes[n]) {
      boxes[n].focus({ preventScroll: true });
      reach(n, 1 / 2);
    }
  }

  /** Scroll to a paragraph: its middle is at a share of the window. */
  function reach(n, share) {
    const { style } = boxes[n], stage = at("stage");
    const height = Math.min(parseFloat(style.height), stage.clientHeight * share);
    stage.scrollTo(0, parseFloat(style.top) + height / 2 - stage.clientHeight * share);
  }

  /** Go to the first paragraph that is kept, after the menus. */
  function land() {
    const n = boxes.findIndex((box, m) => box && keptClass(m) === "kept");
    if (n < 0) return;
    select(n, false);
    reach(n, 1 / 3);
  }

  /** Draw the map: what is kept and what is left out, on the height of the page. */
  function map() {
    const path = (is) => boxes.map((box, n) => {
      if (!box || (keptClass(n) === "kept") !== is) return "";
      const [x, y, w, h] = ["left", "top", "width", "height"].map((name) => parseFloat(box.style[name]).toFixed());
      return `M${x} ${y}h${w}v${h}h-${w}z`;
    }).join("");
    const size = `0 0 ${overlay.clientWidth || 1} ${canvas.clientHeight || 1}`;
    const svg = drawing(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}" preserveAspectRatio="none">` +
      `<path d="${path(false)}"/><path class="kept" d="${path(true)}"/></svg>`);
    at("map").replaceChildren(svg, at("here"));
    here();
  }

  /** Show on the map where the window is. */
  function here() {
    const { scrollTop, scrollHeight, clientHeight } = at("stage"), share = (part) => `${100 * part / scrollHeight}%`;
    Object.assign(at("here").style, { top: share(scrollTop), height: share(clientHeight) });
  }

  /** Go to the place of the page that is pointed at on the map. */
  function jump(event) {
    const { top, height } = at("map").getBoundingClientRect(), stage = at("stage");
    if (event.buttons) stage.scrollTo(0, (event.clientY - top) / height * stage.scrollHeight - stage.clientHeight / 2);
  }

  /** Say how much is kept, and what is left out; of a page without text only how long it is. */
  function verdict() {
    const { chars, main_chars: kept, confidence, kind } = extractor().diagnostics;
    const of = ` of ${counted(chars || 0, "character")}`;
    if (extractor().nothing) {
      at("said").replaceChildren(make("b", {}, `Kept none${of}`));
      return;
    }
    const doubt = confidence < shared.doubtful ? ", which is low: look at what is kept" : "";
    const left = leftOut(), those = left.map(([name, { of: { size }, chars: n }]) =>
      `${size} ${size > 1 ? several(name) : name} (${n.toLocaleString("en")})`);
    const all = chars - kept, rest = left.reduce((sum, [, { chars: n }]) => sum - n, all);
    if (rest > 0) those.push(`other text (${rest.toLocaleString("en")})`);  // parts of paragraphs, those not drawn
    at("said").replaceChildren(make("b", {}, `Kept ${percent(kept / Math.max(chars, 1))}${of}`),
      PAGES[kind] ? ` of ${PAGES[kind]}` : "",
      confidence === null ? "" : `; confidence ${confidence.toFixed(2)}${doubt}`,
      all > 0 ? `. Left out: ${counted(all, "character")}: ${those.join(", ")}.` : "");
  }

  const several = (name) => (name.includes("block of") ? name.replace("block", "blocks") : `${name}s`);

  /** Return what is left out by name, longest first: blocks; of blocks that are kept in part, paragraphs. */
  function leftOut() {
    const { blocks } = segmenter(), left = new Map(), isOut = (n) => verdictOn(n) === "left out";
    const holder = paragraphs().map(([start, stop]) =>
      blocks.findIndex(({ ranges }) => ranges.some(([from, to]) => from < stop && start < to)));
    const inPart = new Set(holder.filter((block, n) => !isOut(n)));
    paragraphs().forEach(({ [CHARS]: chars, [KIND]: kind }, n) => {
      if (!isOut(n)) return;
      const block = blocks[holder[n]], alone = kind === "code block" || !block || inPart.has(holder[n]);
      const name = alone ? kind || "paragraph" : block.kind === "form" ? "form" : CALLED[block.role || block.kind] || OTHER;
      if (!left.has(name)) left.set(name, { of: new Set(), chars: 0 });
      left.get(name).of.add(alone ? `paragraph ${n}` : holder[n]);
      left.get(name).chars += chars;
    });
    return [...left].sort((a, b) => b[1].chars - a[1].chars);
  }

  /** Go to the next paragraph that can be seen. */
  function step(by) {
    let n = Math.max(state.current + by, 0);
    while (n >= 0 && n < boxes.length && !boxes[n]) n += by;
    if (n >= 0 && n < boxes.length) select(n);
  }

  function show() {
    for (const tab of at("tabs").children) {
      const is = tab.textContent === state.tab;
      tab.setAttribute("aria-selected", is);
      tab.tabIndex = is ? 0 : -1;
    }
    view.setAttribute("aria-label", state.tab);
    if (state.page) view.replaceChildren(...TABS[state.tab]().filter((part) => part !== null));
  }

  function table(head, rows) {
    const numeric = (value) => head.length && /^[+−-]?[\d.]+%?$|^–$/.test(value) ? "n" : null;
    const cell = (value, n) => value instanceof Node ? value
      : make(n ? "td" : "th", { class: n ? numeric(value) : null, scope: n ? null : "row", "data-head": head[n] || null },
        String(value));
    const headed = (name, n) => !name ? make("td")
      : make("th", { scope: "col", class: n && rows.length ? numeric(rows[0][n]) : null }, name);
    return make("table", {},
      head.length ? make("thead", {}, make("tr", {}, ...head.map(headed))) : null,
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell)))));
  }

  /** The tab Why: the numbers of the current paragraph, and what moved its probability. */
  function why() {
    const paragraph = paragraphs()[state.current], { nothing, rule } = extractor();
    if (!paragraph) {
      if (nothing) return [make("h2", {}, "Why nothing is kept"), make("p", { class: "because" }, rule || nothing)];
      return [hint("Point at a paragraph, or press j: it goes to the main text, then on; k goes back.")];
    }
    const [, , url] = extractor().steps?.[state.current] === "o" ? extractor().elsewhere[state.current] : [];
    const keeping = state.page.extractors.filter((one) => one.kept[state.current] === "#");
    const { blocks } = segmenter();
    const holds = ([start, stop]) => start < paragraph[STOP] && paragraph[START] < stop;
    const n = blocks.findIndex((one) => one.ranges.some(holds)), block = blocks[n];
    const rows = [
      ["Probability", paragraph[P].toFixed(3)], ["Kept by", keeping.map((one) => one.name).join(", ") || "no method"],
      ["Characters", `${paragraph[CHARS]}, ${percent(paragraph[LINKS])} in links`],
    ];
    if (block) {
      const strength = block.strength === null ? "" : `; the cut before it has the strength ${block.strength.toFixed(2)}`;
      const name = [block.kind, block.role].filter((one) => one).join(", ");
      const of = `${n + 1} of ${blocks.length}, ${name}, ${percent(block.links)} in links`;
      rows.push(["Block", of + strength]);
    }
    const details = make("details", { ontoggle: () => { state.numbers = details.open; } },
      make("summary", {}, "What moves its probability"),
      hint("To the right, towards content; to the left, away from it; in log-odds, by the trees of auto."),
      movements(paragraph),
      block && block.reason ? hint(`Cut before the block: ${block.reason}`) : null);
    details.open = state.numbers;
    return [
      make("h2", {}, `Paragraph ${state.current + 1} of ${paragraphs().length}`),
      make("p", { class: "quote", dir: "auto" }, paragraph[TEXT]),
      make("p", { class: "because" }, decided(state.current)),
      url ? make("p", { class: "hint" }, "One of them: ", make("a", { href: url, rel: "noreferrer" }, url)) : null,
      table([], rows),
      details,
    ];
  }

  /** Say in a sentence what is done with a paragraph, and by which step. */
  function decided(n) {
    const { name, steps, q, threshold: t, elsewhere: { [n]: [on, of] = [] } } = extractor(), { [P]: p, [IS]: it } = paragraphs()[n];
    const verdict = verdictOn(n);
    if (!steps) return `${verdict[0].toUpperCase()}${verdict.slice(1)} by ${name}: it is ${it}.`;
    const numbers = { p, q: q[n], t: t ?? 0 }, whole = { it, on, of };
    // numbers that differ are written with as many digits as show it
    const differ = (digits) => [p, q[n]].every((one) => one === t || one.toFixed(digits) !== numbers.t.toFixed(digits));
    const digits = [2, 3, 4].find(differ) || 2;
    return shared.steps[steps[n]].replace(/\{(\w+)\}/g, (_, one) => whole[one] ?? numbers[one].toFixed(digits));
  }

  function movements(paragraph) {
    const rows = [
      ...paragraph[WHY].map(([feature, value, moved]) => [...shared.features[feature], value, moved]),
      ["all others", "the features that are not named here", "", paragraph[OTHERS]],
      ["before any", "what the trees give to a paragraph of which nothing is known", "", shared.base],
    ];
    const most = Math.max(...rows.map((row) => Math.abs(row[3])), 0.01);
    return table(["Feature", "Value", "Moves by", ""], rows.map(([name, meaning, value, moved]) => {
      const bar = make("i", { class: moved < 0 ? "minus" : null });
      bar.style.width = `${50 * Math.abs(moved) / most}%`;
      bar.style[moved < 0 ? "right" : "left"] = "50%";
      return [make("th", { scope: "row" }, name, make("small", {}, meaning)), String(value), signed(moved),
        make("td", { class: "moved" }, bar)];
    }));
  }

  /** The tab Text: the main text in each format. */
  function text() {
    const formats = { text: "Text", markdown: "Markdown", html: "HTML" }, value = extractor()[state.format];
    const choice = make("div", { class: "choice", role: "radiogroup", "aria-label": "Format" });
    for (const [name, called] of Object.entries(formats)) {
      const change = () => { state.format = name; show(); };
      const input = make("input", { type: "radio", name: "format", onchange: change });
      input.checked = name === state.format;
      choice.append(make("label", {}, input, ` ${called}`));
    }
    if (!value) return [choice, hint(`${extractor().name} has chosen nothing.`)];
    if (state.format !== "text") return [choice, make("pre", { class: "text code", dir: "auto" }, value)];
    return [choice, ...value.split("\n").map((line) => make("p", { dir: "auto" }, line))];
  }

  /** The tab Page: metadata and diagnostics. */
  function about() {
    const names = Object.fromEntries(["page", "main", "rest"].map((name) => [name, `${name} (link density)`]));
    const rows = Object.entries(extractor().diagnostics)
      .filter(([name]) => !extractor().nothing || !["kind", "kind_confidence", "confidence"].includes(name))
      .map(([name, value]) => [names[name] || name, value ?? "–"]);
    return [
      make("h2", {}, "Metadata"),
      state.page.metadata.length ? table(["", "Value", "From"], state.page.metadata)
        : hint("The page says nothing about itself."),
      make("h2", {}, "Diagnostics"),
      table([], rows),
      state.page.left_out ? hint(`${state.page.left_out} more paragraphs are not drawn.`) : null,
    ];
  }

  /** The tab Methods: what each keeps, and the pictures of the two that are chosen. */
  function methods() {
    const rows = state.page.extractors.map((one) => {
      const { chars, main_chars: kept, main: links, confidence } = one.diagnostics;
      return [one.name, kept, percent(kept / Math.max(chars, 1)), percent(links),
        confidence === null || one.nothing ? "–" : confidence.toFixed(2), one.agrees.toFixed(2)];
    });
    const pictures = [extractor(), segmenter()].filter((one) => one.picture).flatMap((one) => [
      make("h2", {}, one.name), hint(one.caption), drawing(one.picture),
    ]);
    return [
      table(["Method", "Characters", "Kept", "In links", "Confidence", "Agrees"], rows),
      hint(`Agrees: with ${rows[0][0]}, twice the characters that both keep by the sum of what each keeps.`),
      ...pictures,
    ];
  }

  /** The tab Paragraphs: all of them, those that cannot be seen on the page as well. */
  function list() {
    const listed = (paragraph, n) => {
      const name = `${keptClass(n)} ${n === state.current ? "current" : ""}`;
      const numbers = [
        paragraph[P].toFixed(2), counted(paragraph[CHARS], "character"), `${percent(paragraph[LINKS])} in links`,
        ...(boxes[n] ? [] : ["invisible"]),
      ];
      return make("li", {}, make("button", { type: "button", class: name, onclick: () => select(n) },
        make("span", { dir: "auto" }, paragraph[TEXT]), make("small", {}, numbers.join(" · "))));
    };
    return [make("ol", { class: "list" }, ...paragraphs().map(listed))];
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, form")) return;
    const { key } = event, arrow = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key in SWITCHES) at(SWITCHES[key]).click();
    else if (key === "j" || key === "k") step(key === "j" ? 1 : -1);
    else if (key === "x" || key === "y") turn(key === "x" ? "extractor" : "segmenter");
    else if (arrow && event.target.matches(".paragraph")) step(arrow);
    else return;
    event.preventDefault();
  }

  /** Go on to the next method. */
  function turn(kind) {
    if (!state.page) return;
    state[kind] = (state[kind] + 1) % state.page[`${kind}s`].length;
    at(kind).value = state[kind];
    draw();
  }

  function tabbed(event) {
    const names = Object.keys(TABS), by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    state.tab = names[(names.indexOf(state.tab) + by + names.length) % names.length];
    show();
    at("tabs").querySelector("[aria-selected=true]").focus();
  }

  /** Open the page that the address names, such as #page-2. */
  function go() {
    const named = Number((location.hash.match(/^#page-(\d+)$/) || [0, 1])[1]) - 1;
    const n = Math.min(Math.max(named, 0), all.length - 1);
    if (n !== state.asked) open(state.asked = n);
    if (location.hash.startsWith("#page-")) at("viewer").scrollIntoView();
  }

  choose(at("page"), [...all].map((one) => one.dataset.name), (n) => { location.hash = `page-${n + 1}`; });
  document.querySelector(".pages").hidden = all.length < 2;
  at("tabs").append(...Object.keys(TABS).map((name) => make("button", {
    type: "button", role: "tab", "aria-controls": "view", onclick: () => { state.tab = name; show(); },
  }, name)));
  at("tabs").addEventListener("keydown", tabbed);
  for (const name of Object.values(SWITCHES)) at(name).addEventListener("change", draw);
  document.addEventListener("keydown", pressed);
  frame.addEventListener("load", () => { draw(); land(); canvas.dataset.drawn = state.shown; });
  let width = at("stage").clientWidth, timer = 0;
  new ResizeObserver(() => {
    if (at("stage").clientWidth === width) return;
    width = at("stage").clientWidth;
    clearTimeout(timer);
    timer = setTimeout(draw, 100);
  }).observe(at("stage"));
  at("stage").addEventListener("scroll", here);
  for (const event of ["pointerdown", "pointermove"]) at("map").addEventListener(event, jump);
  if (window.DecompressionStream) {
    Promise.all([...document.querySelectorAll("script.pieces")].map((one) => inflated(one)))
      .then((some) => { pieces = some.flat(); window.addEventListener("hashchange", go); go(); });
  } else {
    document.querySelector(".split").hidden = at("verdict").hidden = at("controls").hidden = true;
    at("status").hidden = false;
    at("status").textContent = "This browser is too old to show the pages: it lacks DecompressionStream.";
  }
})();
