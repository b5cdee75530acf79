import { buildAfterThis } from '../offline/two-builds.ts'

/** The environment variable that names the checkout of the new version. */
export const NEXT_CHECKOUT = 'NEXT_CHECKOUT'

/** Builds the new version once for all engines; returns the function that removes it. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for one
export default async function prepare() {
  const builds = await buildAfterThis()
  process.env[NEXT_CHECKOUT] = builds.second
  return () => builds.remove()
}
