import { buildIfStale } from '../scripts/set-up/build.mjs'
import { computeFirstLoad } from './first-load.ts'

export const name = 'bytes until the first screen works'

/** Bytes after gzip, per screen (rule TL15). */
export async function measure() {
  await buildIfStale()
  const screens = ['/signin', '/practice'] as const
  const figures = screens.flatMap(screen =>
    Object.entries(computeFirstLoad(screen)).map(([what, size]) => [`${screen} ${what}`, size] as const),
  )
  return Object.fromEntries(figures)
}
