// The manual's search, in the reader's language; accents do not matter. The theme follows the system.
"use strict";

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

const { up, prefix } = document.body.dataset;
const field = document.getElementById("find");
const found = document.getElementById("found");
const article = document.querySelector("article");
const POLISH = prefix === "pl/";
const MOST = 12;

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
// The same of what is written and of what is asked: “−200?” and “(200” are found by 200.
const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Pages and their sections by address, and what is found in them. */
let search;

async function prepared() {
  const answer = await fetch(`${up}search/search_index.json`);
  const mine = (await answer.json()).docs.filter((doc) => doc.location.startsWith("pl/") === POLISH);
  const pages = new Map(mine.map((doc) => [doc.location, doc]));
  // A page's first section has its title: once is enough.
  const all = mine.filter((doc) => doc.title !== pages.get(doc.location.split("#")[0]).title || !doc.location.includes("#"));
  const index = lunr(function () {
    this.pipeline.reset();
    this.searchPipeline.reset();
    this.ref("location");
    this.field("title", { boost: 8 });
    this.field("text");
    for (const { location, title, text } of all) this.add({ location, title: wordsOf(title).join(" "), text: wordsOf(text).join(" ") });
  });
  return (asked) => {
    const words = wordsOf(asked);
    const hits = index.query((query) => {
      for (const word of words) query.term(word, { presence: lunr.Query.presence.REQUIRED, wildcard: lunr.Query.wildcard.TRAILING });
    });
    return hits.slice(0, MOST).map((hit) => pages.get(hit.ref));
  };
}

function shown(pages) {
  const heading = document.createElement("h1");
  const none = POLISH ? "Nic nie znaleziono. Spróbuj innego słowa." : "Nothing found. Try another word.";
  heading.textContent = pages.length ? (POLISH ? "Znalezione" : "Found") : none;
  const list = document.createElement("ol");
  for (const page of pages) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const words = document.createElement("p");
    link.href = up + page.location;
    link.textContent = page.title;
    link.addEventListener("click", () => look(""));
    words.textContent = page.text.length > 160 ? `${page.text.slice(0, 160)}…` : page.text;
    item.append(link, words);
    list.append(item);
  }
  found.replaceChildren(heading, list);
}

async function look(asked) {
  const asks = asked.trim().length > 1;
  if (asks) {
    search ??= prepared();
    const find = await search;
    if (field.value !== asked) return; // something else is asked by now
    shown(find(asked));
  }
  found.hidden = !asks;
  article.hidden = asks;
}

field.addEventListener("input", () => void look(field.value));
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === "Escape" && document.activeElement === field) {
    field.value = "";
    void look("");
  }
});
found.setAttribute("aria-live", "polite");
