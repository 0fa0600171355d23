// Unit tests speak both languages from the start.
import { learn } from "../lib/i18n";

await Promise.all([learn("pl", "desk"), learn("en", "desk")]);
