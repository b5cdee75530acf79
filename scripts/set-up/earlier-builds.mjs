import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// Long enough for a tab that was left open over the holidays, few enough for a machine that builds all day.
const DAYS = 14
const BUILDS = 20

/**
 * Takes the code of the build that is replaced, and of those before it, over to the new one: whoever has a page of an
 * earlier build open can still load the rest of it (rule OF8). Each lies in a folder named after the moment at which it
 * was replaced, in milliseconds; `now` is this moment.
 * @param {string} replaced
 * @param {string} next
 */
export function keepEarlierBuilds(replaced, next, now = Date.now()) {
  const builds = [
    { at: now, folder: join(replaced, 'assets') },
    ...namesIn(join(replaced, '.earlier')).map(name => ({
      at: Number(name),
      folder: join(replaced, '.earlier', name, 'assets'),
    })),
  ]
  const kept = new Set(namesIn(join(next, 'assets')))
  const recent = builds
    .filter(({ at }) => at > now - DAYS * 24 * 60 * 60_000)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, BUILDS)
  for (const { at, folder } of recent)
    for (const name of namesIn(folder)) {
      // The name says what is in it: once is enough.
      if (kept.has(name)) continue
      kept.add(name)
      cpSync(join(folder, name), join(next, '.earlier', String(at), 'assets', name))
    }
}

/** @param {string} folder */
const namesIn = folder => (existsSync(folder) ? readdirSync(folder) : [])
