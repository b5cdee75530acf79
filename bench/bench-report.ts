export type BenchSize = 'full' | 'quick'

export type BenchFigures = Record<string, number | string | readonly string[]>

/** A figure that misses its limit, or is NaN although it has one, fails `npm run bench`. */
export class BenchReport {
  readonly #figures: BenchFigures = {}
  readonly #missed: string[] = []

  note(name: string, figure: number | string): void {
    this.#figures[name] = typeof figure === 'number' ? Number(figure.toPrecision(3)) : figure
  }

  atMost(name: string, figure: number, limit: number): void {
    this.#add(name, figure, `at most ${limit}`, figure <= limit)
  }

  atLeast(name: string, figure: number, limit: number): void {
    this.#add(name, figure, `at least ${limit}`, figure >= limit)
  }

  /** Adds several figures as one line that ends with `details`. Each has a label, a value and the most that it may be. */
  allAtMost(name: string, figures: readonly (readonly [string, number, number])[], details: string): void {
    for (const [what, figure, limit] of figures)
      if (!(figure <= limit)) this.#missed.push(`${name}: ${what} ${figure.toPrecision(3)}, at most ${limit}`)
    const labeled = figures.map(([what, figure]) => `${what} ${Number(figure.toPrecision(3))}`)
    this.note(name, `${labeled.join(', ')}; ${details}`)
  }

  figures(): BenchFigures {
    return this.#missed.length === 0 ? this.#figures : { ...this.#figures, missed: this.#missed }
  }

  #add(name: string, figure: number, limit: string, isMet: boolean): void {
    this.note(`${name} (${limit})`, figure)
    if (!isMet) this.#missed.push(`${name}: ${figure.toPrecision(3)}, ${limit}`)
  }
}

/** `fraction` is from 0 to 1. Returns NaN for an empty array. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? NaN
}
