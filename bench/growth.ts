import { medianOf } from './bars.ts'

/** So much longer may ten times the work take: linear, with a fifth for what a larger memory costs. */
const MOST_TIMES = 12
const RUNS = 5

/**
 * Milliseconds of a run at a size and at ten times that size: medians of runs that take turns, so that a busy moment
 * of the machine hits both. Throws where the larger one takes more than `mostTimes` times as long, twelve by default.
 *
 * @param timed makes ready what a run needs and gives the milliseconds of the run alone
 */
export async function growthOf(
  what: string,
  size: number,
  timed: (size: number) => Promise<number> | number,
  runs = RUNS,
  mostTimes = MOST_TIMES,
): Promise<Record<string, number>> {
  const times = { small: [] as number[], large: [] as number[] }
  await timed(size)
  for (let run = 0; run < runs; run += 1) {
    times.small.push(await timed(size))
    times.large.push(await timed(10 * size))
  }
  const [small, large] = [medianOf(times.small), medianOf(times.large)]
  const ratio = large / small
  const figures = {
    [`${what}, ${size}: median, ms`]: rounded(small),
    [`${what}, ${10 * size}: median, ms`]: rounded(large),
    [`${what}: ten times the work, times the time`]: rounded(ratio),
  }
  if (!(ratio <= mostTimes)) throw new Error(`grows faster than the work: ${JSON.stringify(figures)}`)
  return figures
}

const rounded = (value: number) => Number(value.toPrecision(3))
