// The API's page: what holds every word that is typed is shown, the rest hides. The theme follows the system.

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

const field = document.getElementById("find");
const count = document.getElementById("count");
const sections = [...document.querySelectorAll("section")].map((section) => ({ section, text: section.textContent.toLowerCase() }));

function look() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { section, text } of sections) {
    section.hidden = !words.every((word) => text.includes(word));
    if (!section.hidden) shown++;
  }
  count.textContent = words.length ? `${shown} of ${sections.length}` : "";
}

field.parentElement.hidden = false;
field.addEventListener("input", look);
// A link to a shape that is hidden leads there all the same.
addEventListener("hashchange", () => {
  field.value = "";
  look();
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === "Escape" && document.activeElement === field) {
    field.value = "";
    look();
  }
});
