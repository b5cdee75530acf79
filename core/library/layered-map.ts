/** Marks a key that an older layer holds and a newer one has removed. */
const REMOVED = Symbol('removed')

type Layer<Key, Value> = ReadonlyMap<Key, Value | typeof REMOVED>

/** A layer is merged into the one below it when it holds at least this share of it: copying stays rare, layers few. */
const MERGED_FROM_SHARE = 1 / 2

/**
 * A map that can be copied cheaply. A copy shares the entries of the original and stores only later writes. Writing to
 * a copy never changes the original (rule LI14). Layers are merged as they grow, as in a log-structured merge tree.
 * Values must not be undefined.
 */
export class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  #base: ReadonlyMap<Key, Value>
  /** From the oldest to the newest. Neither these nor the base are ever changed, because other maps share them. */
  #layers: readonly Layer<Key, Value>[] = []
  #own = new Map<Key, Value | typeof REMOVED>()
  #size: number

  private constructor(base: ReadonlyMap<Key, Value>) {
    this.#base = base
    this.#size = base.size
  }

  /** Creates a copy of `map`. Writing to the copy never changes `map`. */
  static over<Key, Value>(map: ReadonlyMap<Key, Value>): LayeredMap<Key, Value> {
    if (!(map instanceof LayeredMap)) return new LayeredMap(map)
    const original: LayeredMap<Key, Value> = map
    original.#share()
    const copy = new LayeredMap(original.#base)
    copy.#layers = original.#layers
    copy.#size = original.#size
    return copy
  }

  // Whatever compares or prints maps takes this for one.
  get [Symbol.toStringTag]() {
    return 'Map'
  }

  get size(): number {
    return this.#size
  }

  get(key: Key): Value | undefined {
    const value = this.#own.get(key) ?? this.#below(key)
    return value === REMOVED ? undefined : value
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined
  }

  set(key: Key, value: Value): void {
    if (!this.has(key)) this.#size += 1
    this.#own.set(key, value)
  }

  delete(key: Key): void {
    if (!this.has(key)) return
    this.#size -= 1
    if (this.#below(key) === undefined) this.#own.delete(key)
    else this.#own.set(key, REMOVED)
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this)
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#flat().entries()
  }

  keys(): MapIterator<Key> {
    return this.#flat().keys()
  }

  values(): MapIterator<Value> {
    return this.#flat().values()
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.#flat().entries()
  }

  #below(key: Key): Value | typeof REMOVED | undefined {
    for (let place = this.#layers.length - 1; place >= 0; place -= 1) {
      const value = this.#layers[place]?.get(key)
      if (value !== undefined) return value
    }
    return this.#base.get(key)
  }

  /** All entries in the order of their keys' arrival; a map of its own only where there is more than the base. */
  #flat(): ReadonlyMap<Key, Value> {
    if (this.#own.size === 0 && this.#layers.length === 0) return this.#base
    return merged(this.#base, [...this.#layers, this.#own])
  }

  /** Moves the entries set here to a layer that copies can share. Merges the layers that have become large enough. */
  #share(): void {
    if (this.#own.size === 0) return
    const layers = [...this.#layers, this.#own]
    this.#own = new Map()
    let [from, size] = [layers.length, 0]
    const isMerged = (below: number) => size >= below * MERGED_FROM_SHARE
    while (from > 0 && (size === 0 || isMerged(layers[from - 1]?.size ?? 0)))
      size += layers[--from]?.size ?? 0
    if (from === 0 && isMerged(this.#base.size)) {
      this.#base = merged(this.#base, layers)
      this.#layers = []
    } else this.#layers = [...layers.slice(0, from), joined(layers.slice(from))]
  }
}

/** One map of a base and the layers over it. */
function merged<Key, Value>(
  base: ReadonlyMap<Key, Value>,
  layers: readonly Layer<Key, Value>[],
): ReadonlyMap<Key, Value> {
  const map = new Map(base)
  for (const layer of layers)
    for (const [key, value] of layer)
      if (value === REMOVED) map.delete(key)
      else map.set(key, value)
  return map
}

/** One layer of several. It also contains the keys that are removed from the layers below. */
function joined<Key, Value>(layers: readonly Layer<Key, Value>[]): Layer<Key, Value> {
  const [first, ...newer] = layers
  if (first !== undefined && newer.length === 0) return first
  const layer = new Map(first)
  for (const each of newer) for (const [key, value] of each) layer.set(key, value)
  return layer
}
