// The page on which somebody comes in. The token of a link stands after `#`, which browsers send to
// nobody; it is taken out of the address at once and exchanged for a cookie.

const page = document.body;
const message = document.getElementById("message");
const lang = document.documentElement.lang;

async function ask(path, body) {
  const answer = await fetch(`${path}?lang=${lang}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error.message);
  return told;
}

function show(id) {
  for (const part of document.querySelectorAll("main > [id]")) {
    part.hidden = part.id !== id && part.id !== "message";
  }
  document.querySelector(`#${id} input:not([hidden])`)?.focus();
}

async function trying(work) {
  message.textContent = "";
  try {
    await work();
  } catch (error) {
    message.textContent = error.message || page.dataset.unreachable;
  }
}

function inside(who) {
  show("inside");
  document.getElementById("label").textContent = who.label || who.role;
}

function onSubmit(id, work) {
  document.getElementById(id).addEventListener("submit", (event) => {
    event.preventDefault();
    trying(() => work(Object.fromEntries(new FormData(event.target))));
  });
}

async function follow(token) {
  const { needs } = await ask("/api/login/look", { token });
  if (needs.length === 0) {
    inside(await ask("/api/login/link", { token }));
    return;
  }
  show("account");
  document.getElementById("account-name").hidden = !needs.includes("name");
  onSubmit("account", async ({ name, password }) => {
    inside(await ask("/api/login/link", needs.includes("name") ? { token, name, password } : { token, password }));
  });
}

onSubmit("code", async ({ code }) => inside(await ask("/api/login/code", { code })));
onSubmit("pin", async ({ code }) => inside(await ask("/api/login/pin", { code })));
onSubmit("login", async ({ name, password }) => inside(await ask("/api/login", { name, password })));

for (const button of document.querySelectorAll("[data-show]")) {
  button.addEventListener("click", () => show(button.dataset.show));
}

const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname + location.search);
  trying(() => follow(token));
} else {
  show("code");
}
