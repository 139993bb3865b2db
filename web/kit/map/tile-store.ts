import { tileAddress, type Tile } from '#domain/stations/map-tiles.ts'
import { createWatchers } from '../watchers.ts'

/** Decoded tiles of 256 px take a quarter of a megabyte each. A very large map holds as many as it shows. */
const heldMost = 160
const comingMost = 8
const patienceMs = 20_000
/** What did not come is asked for again after this, or when the network is back. */
const againMs = 60_000

type Fetched = { image: CanvasImageSource; width: number; height: number }
type Entry =
  | { state: 'coming' }
  /** `seen`: in which look at the map it was drawn last. */
  | { state: 'here'; tile: Fetched; seen: number }
  | { state: 'missing'; at: number }
type Ports = {
  fetch: (address: string) => Promise<Fetched>
  /** Milliseconds, of any clock that does not go back. */
  now: () => number
  /** Runs soon; several calls before that are one. */
  soon: (work: () => void) => void
}

/**
 * The server of the tiles learns from which installation it is asked (many refuse to answer otherwise, or bind their
 * keys to it), and not from which page. No cookie goes there: cookies know no ports, so a tile server on the same
 * machine would be sent the session.
 */
const fetchImage = async (address: string): Promise<Fetched> => {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.referrerPolicy = 'strict-origin'
  image.src = address
  let timer = 0
  try {
    await Promise.race([
      image.decode(),
      new Promise((_, refuse) => {
        timer = window.setTimeout(() => refuse(new Error('the tile takes too long')), patienceMs)
      }),
    ])
  } catch (error) {
    image.src = ''
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { image, width: image.naturalWidth, height: image.naturalHeight }
}

const usualPorts: Ports = {
  fetch: fetchImage,
  now: () => performance.now(),
  soon: (work) => void requestAnimationFrame(work),
}

const keyOf = ({ z, x, y }: Tile): string => `${z}/${x}/${y}`

/** The tiles of one server: those that came, those on their way, and those that did not come. */
export class TileStore {
  readonly template: string
  readonly #ports: Ports
  readonly #entries = new Map<string, Entry>()
  readonly #watchers = createWatchers()
  #queue: Tile[] = []
  #look = 0
  #coming = 0
  #telling = false
  #version = 0

  constructor(template: string, ports: Ports = usualPorts) {
    this.template = template
    this.#ports = ports
  }

  /** The tile, if it has come. What is looked at longest ago goes first when there are too many. */
  get(tile: Tile): Fetched | null {
    const key = keyOf(tile)
    const entry = this.#entries.get(key)
    if (entry?.state !== 'here') return null
    this.#entries.delete(key)
    this.#entries.set(key, { ...entry, seen: this.#look })
    return entry.tile
  }

  /** Whether it was asked for in vain a short while ago. */
  isMissing(tile: Tile): boolean {
    const entry = this.#entries.get(keyOf(tile))
    return entry?.state === 'missing' && this.#ports.now() - entry.at < againMs
  }

  /** What is looked at now, in the order in which it should come. What was wanted before and has not set out is not fetched. */
  want(tiles: readonly Tile[]): void {
    this.#look += 1
    this.#queue = tiles.filter((tile) => {
      const entry = this.#entries.get(keyOf(tile))
      return entry === undefined || (entry.state === 'missing' && !this.isMissing(tile))
    })
    this.#next()
  }

  /** The network is back: what is missing may be asked for at once. */
  forgive(): void {
    for (const [key, { state }] of this.#entries) if (state === 'missing') this.#entries.delete(key)
    this.#tell()
  }

  readonly version = (): number => this.#version
  readonly watch = this.#watchers.watch

  #next(): void {
    while (this.#coming < comingMost) {
      const tile = this.#queue.shift()
      if (!tile) return
      void this.#fetch(tile)
    }
  }

  async #fetch(tile: Tile): Promise<void> {
    const key = keyOf(tile)
    this.#coming += 1
    this.#entries.set(key, { state: 'coming' })
    try {
      this.#entries.set(key, {
        state: 'here',
        tile: await this.#ports.fetch(tileAddress(this.template, tile)),
        seen: this.#look,
      })
    } catch {
      this.#entries.set(key, { state: 'missing', at: this.#ports.now() })
    }
    this.#coming -= 1
    this.#tidy()
    this.#tell()
    this.#next()
  }

  #tidy(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= heldMost) return
      const shown = entry.state === 'here' && entry.seen >= this.#look - 1
      if (entry.state !== 'coming' && !shown) this.#entries.delete(key)
    }
  }

  #tell(): void {
    if (this.#telling) return
    this.#telling = true
    this.#ports.soon(() => {
      this.#telling = false
      this.#version += 1
      this.#watchers.tell()
    })
  }
}

let held: TileStore | null = null
/** One store for all maps: what was looked at is there when a map opens again. */
export const tileStore = (template: string): TileStore => {
  if (held?.template === template) return held
  const made = new TileStore(template)
  held = made
  window.addEventListener('online', () => made.forgive())
  return made
}
