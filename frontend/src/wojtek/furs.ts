// How each bear is painted. A board may have bears of its own: they get the next fur.
export interface Fur {
  fur: string;
  muzzle: string;
  ink: string;
}

const FURS: Record<string, Fur> = {
  brązowy: { fur: "var(--wood)", muzzle: "var(--bear-sand)", ink: "var(--card-ink)" },
  srebrny: { fur: "var(--bear-silver)", muzzle: "var(--badge)", ink: "var(--card-ink)" },
  biały: { fur: "var(--bear-white)", muzzle: "var(--card-offered)", ink: "var(--card-ink)" },
  czarny: { fur: "var(--bear-black)", muzzle: "var(--wood-edge)", ink: "var(--black)" },
  piaskowy: { fur: "var(--bear-sand)", muzzle: "var(--card)", ink: "var(--card-ink)" },
};

export function furOf(bear: string, seat: number): Fur {
  const all = Object.values(FURS);
  return FURS[bear] ?? all[seat % all.length]!;
}
