import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./lib/app.svelte";

document.documentElement.lang = app.lang;
document.documentElement.dataset.theme = app.theme;

const target = document.getElementById("app");
if (target) mount(App, { target });
