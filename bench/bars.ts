/** How much a bench measures: everything, or what `npm run bench -- --quick` has time for. */
export type BenchSize = 'full' | 'quick'

/** The figures of a benchmark by name. `missed` lists those that miss their limit. */
export type BarredFigures = Record<string, number | string | readonly string[]>

/** Collects the figures of a benchmark and their limits. A figure that misses its limit fails `npm run bench`. */
export class Bars {
  readonly #figures: BarredFigures = {}
  readonly #missed: string[] = []

  /** Adds a figure without a bar. */
  note(name: string, figure: number | string): void {
    this.#figures[name] = typeof figure === 'number' ? Number(figure.toPrecision(3)) : figure
  }

  /** Adds a figure that must be at most `bar`; no number at all misses it, too. */
  atMost(name: string, figure: number, bar: number): void {
    this.#add(name, figure, `at most ${bar}`, figure <= bar)
  }

  /** Adds a figure that must be at least `bar`; no number at all misses it, too. */
  atLeast(name: string, figure: number, bar: number): void {
    this.#add(name, figure, `at least ${bar}`, figure >= bar)
  }

  /** Adds figures that must be at most their bars as one line, with what else is to be said. */
  together(name: string, figures: readonly (readonly [string, number, number])[], more: string): void {
    for (const [what, figure, bar] of figures)
      if (!(figure <= bar)) this.#missed.push(`${name}: ${what} ${figure.toPrecision(3)}, at most ${bar}`)
    const told = figures.map(([what, figure]) => `${what} ${Number(figure.toPrecision(3))}`)
    this.note(name, `${told.join(', ')}; ${more}`)
  }

  /** Returns all figures, with `missed` if a bar was not kept. */
  figures(): BarredFigures {
    return this.#missed.length === 0 ? this.#figures : { ...this.#figures, missed: this.#missed }
  }

  #add(name: string, figure: number, bar: string, isKept: boolean): void {
    this.note(`${name} (${bar})`, figure)
    if (!isKept) this.#missed.push(`${name}: ${figure.toPrecision(3)}, ${bar}`)
  }
}

/** Returns the value below which so large a part of the values lies, from 0 to 1. NaN where there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}
