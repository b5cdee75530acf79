import { createBuildAfterThis } from '../offline/two-builds.ts'

/** Name of the environment variable with the path of the new version's checkout. */
export const NEXT_CHECKOUT_VARIABLE = 'NEXT_CHECKOUT'

/** Builds the new version once for all engines; returns the function that removes it. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for one
export default async function prepare() {
  const builds = await createBuildAfterThis()
  process.env[NEXT_CHECKOUT_VARIABLE] = builds.second
  return () => builds.remove()
}
