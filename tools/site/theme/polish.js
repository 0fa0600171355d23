// Whether two Polish words are forms of one: kartek and kartkami, rundzie and runda. No dictionary: after what
// both begin with, each may only have an ending, or a sound that changes before one.

const CASE = "[aeiouy]|i?[eao][mj]|i?ego|i?emu|[iy]m|i?ach|i?ami|i?mi|i?ow|i?owi|i?owie|i?owa|i?[iy]ch|i?[iy]mi|i[aeou]|um|ii|ij";
const PERSON =
  "c|sz|my|cie|j|jcie|jmy|ja|jesz|je|jemy|jecie|l[aioy]?|l[ae][ms]|lismy|lysmy|liscie|lyscie|no|jac[aey]?|jac(?:ego|emu|ej|ych|ym|ymi)";
const DONE = "(?:n|on|en|t|ni|eni)(?:[aeiyu]|ego|emu|ej|ych|ym|ymi|ia|ie|iu|iem|iach|iami|iom)?|ci[au]|ciem";
const THEME = "(?:[oyi]wa|uj|ow|i?[ae]|[iyo]|n[ae]|nie?|aj)";
const ENDING = new RegExp(`^(?:|${CASE}|${THEME}?(?:${PERSON}|${DONE})|${THEME})$`);

// Written without accents: kartka : kartce, karta : karcie, runda : rundzie, kartka : kartek, losuje : losować.
const CHANGES =
  "t:c k:c k:cz g:dz g:z d:dz d:z r:rz s:sz ch:sz st:sc st:szcz c:cz sk:sc ek:k ek:c iek:k ec:c iec:c en:n ien:n er:r ier:r " +
  "el:l iel:l em:m et:t es:s z:zd ech:ch :j :i :z uj:owa uj:ow uj:ywa uj:yw aj:awa aj:awaj";
const CHANGED = CHANGES.split(" ").flatMap((each) => [each.split(":"), each.split(":").reverse()]);
const SHORT = 5; // gra : gry begin alike for two letters only

/** Both written small and without accents. */
export function kin(one, other) {
  let alike = 0;
  while (alike < one.length && one[alike] === other[alike]) alike++;
  const least = Math.min(one.length, other.length) < SHORT ? 2 : 3;
  for (let at = alike; at >= Math.max(alike - 2, least); at--) {
    if (endAlike(one.slice(at), other.slice(at))) return true;
  }
  return false;
}

function endAlike(one, other) {
  if (ENDING.test(one) && ENDING.test(other)) return true;
  return CHANGED.some(([mine, its]) => one.startsWith(mine) && other.startsWith(its) && ENDING.test(one.slice(mine.length)) && ENDING.test(other.slice(its.length)));
}
