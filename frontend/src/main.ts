import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./lib/app.svelte";
import { learn } from "./lib/i18n";
import { sayWhatIsNeeded } from "./lib/needed";

document.documentElement.lang = app.lang;
document.documentElement.dataset.theme = app.theme;

sayWhatIsNeeded();
await learn(app.lang);
const target = document.getElementById("app");
if (target) mount(App, { target });
