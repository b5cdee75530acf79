import { medianOf } from '#core/timed-session/part-minutes.ts'

/** So much longer may ten times the work take: linear, with a fifth for what a larger memory costs. */
const MOST_TIMES = 12
const RUNS = 5

/**
 * Measures a run at a size and at ten times that size, in milliseconds. Alternates the runs and takes medians, so that
 * a busy moment of the machine affects both. Throws if the larger one takes more than twelve times as long.
 *
 * @param timed prepares a run and returns the milliseconds of the run alone
 */
export async function measureTimeGrowth(
  what: string,
  size: number,
  timed: (size: number) => Promise<number> | number,
  runs = RUNS,
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
  if (!(ratio <= MOST_TIMES)) throw new Error(`grows faster than the work: ${JSON.stringify(figures)}`)
  return figures
}

const rounded = (value: number) => Number(value.toPrecision(3))
