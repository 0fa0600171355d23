// The manual's search, in the reader's language; accents do not matter. The theme follows the system.
import { kin } from "./polish.js";

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

const { up, prefix } = document.body.dataset;
const field = document.getElementById("find");
const found = document.getElementById("found");
const article = document.querySelector("article");
const POLISH = prefix === "pl/";
const MOST = 12;
const TITLE = 8; // so much more says a heading

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
// The same of what is written and of what is asked: “−200?” and “(200” are found by 200.
const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Pages and their sections in the order of what is asked. */
let search;

async function prepared() {
  const answer = await fetch(`${up}search/search_index.json`);
  const mine = (await answer.json()).docs.filter((doc) => doc.location.startsWith("pl/") === POLISH);
  const pages = new Map(mine.map((doc) => [doc.location, doc]));
  // A page's first section has its title: once is enough.
  const all = mine.filter((doc) => doc.title !== pages.get(doc.location.split("#")[0]).title || !doc.location.includes("#"));
  const read = all.map((page) => ({ page, title: counted(page.title), text: counted(page.text) }));
  const vocabulary = [...new Set(read.flatMap(({ title, text }) => [...title.keys(), ...text.keys()]))];
  return (asked) => {
    const sought = wordsOf(asked).map((word) => near(word, vocabulary));
    return read
      .map(({ page, title, text }) => ({ page, scores: sought.map((words) => TITLE * score(title, words) + score(text, words)) }))
      .filter(({ scores }) => scores.every(Boolean))
      .map(({ page, scores }) => ({ page, sum: scores.reduce((one, other) => one + other) }))
      .sort((one, other) => other.sum - one.sum)
      .slice(0, MOST)
      .map(({ page }) => page);
  };
}

function counted(text) {
  const counts = new Map();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What is written of what is asked: the word itself, one that begins so, another form of it; with its weight. */
function near(asked, vocabulary) {
  const weight = (word) => {
    if (word === asked) return 8;
    if (word.startsWith(asked)) return 4;
    return POLISH && asked.length > 2 && kin(asked, word) ? 2 : 0;
  };
  return vocabulary.map((word) => [word, weight(word)]).filter(([, one]) => one);
}

// A page that says a word ten times is not ten times as much about it.
const score = (counts, words) => words.reduce((sum, [word, weight]) => sum + weight * Math.log2(1 + (counts.get(word) ?? 0)), 0);

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
// Enter opens what stands first; the arrows lead from one to the next, and back into the field.
field.addEventListener("keydown", async (event) => {
  if (event.key !== "Enter") return;
  await look(field.value);
  if (!found.hidden) found.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [field, ...found.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  if (!step || found.hidden || at < 0) return;
  event.preventDefault();
  stops[Math.max(0, Math.min(at + step, stops.length - 1))].focus();
});
found.setAttribute("aria-live", "polite");
