// The page of the manual that tells about a screen. The pages are docs/pl and docs/ (tools/build_docs.py).
const AT = "/docs/manual";

const PAGES: [RegExp, pl: string, en: string][] = [
  [/\/organise\/(entries|checkin)$/, "pl/zgloszenia", "organiser"],
  [/\/organise\/draw$/, "pl/losowanie", "organiser"],
  [/\/organise\/(round|control)$/, "pl/runda", "organiser"],
  [/\/organise\/results$/, "pl/wyniki", "organiser"],
  [/\/organise\/ranking$/, "pl/klasyfikacja", "organiser"],
  [/\/organise\/papers$/, "pl/wydruki", "paper"],
  [/\/organise\/penalties$|\/referee$|^\/judge/, "pl/sedzia", "rules/README"],
  [/\/organise\/settings$|^\/organise$/, "pl/nowy-turniej", "organiser"],
  [/\/organise(\/\w+)?$/, "pl/index", "organiser"],
  [/^\/boards$/, "pl/mis", "formats"],
  [/^\/(table|friends)/, "pl/online", "index"],
  [/^\/(https|phone-test)$/, "pl/uruchomienie", "install"],
  [/^\/tournament\/[0-9a-f]+$|^\/enter$/, "pl/gracz", "index"],
];

export function manualAt(path: string, lang: string): string {
  const found = PAGES.find(([pattern]) => pattern.test(path));
  const page = found?.[lang === "pl" ? 1 : 2] ?? (lang === "pl" ? "pl/index" : "index");
  return `${AT}/${page}.html`;
}
