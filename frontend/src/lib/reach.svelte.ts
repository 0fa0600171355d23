// By which address phones reach the server: what every link and QR code for others begins with.
import { get, Offline, put } from "./api";

interface Told {
  /** How links for phones begin; "" where only this machine reaches the server. */
  address: string;
  /** All there are to choose from; told to organisers. */
  addresses: string[];
  /** What starts the server so that phones reach it; told to organisers where none can come. */
  command: string;
}

class Reach {
  /** null until the server has said it. */
  told = $state.raw<Told | null>(null);
  /** Grows with every choice: pictures made before lead elsewhere. */
  edition = $state(0);

  get address(): string {
    return this.told?.address ?? "";
  }

  /** A place of ours as phones write it; as this browser does where none can come. */
  link(path: string): string {
    return (this.address || location.origin) + path;
  }

  qr(path: string): string {
    return `/api/qr?path=${encodeURIComponent(path)}&edition=${this.edition}`;
  }

  async load(): Promise<void> {
    this.#take(await get<Told>("/api/reach"));
  }

  /** For a screen that shows no codes where it cannot know: it says nothing about it. */
  look(): void {
    this.load().catch((error: unknown) => {
      if (!(error instanceof Offline)) throw error;
    });
  }

  async choose(address: string): Promise<void> {
    this.#take(await put<Told>("/api/reach", { address }));
  }

  #take(told: Told): void {
    if (this.told && told.address !== this.told.address) this.edition += 1;
    this.told = told;
  }
}

export const reach = new Reach();
