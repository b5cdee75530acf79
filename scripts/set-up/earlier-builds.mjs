import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// Long enough for a tab that was left open over the holidays; the number of builds limits the disk space.
const MAX_DAYS = 14
const MAX_BUILDS = 20

/**
 * Copies earlier builds' code to the new one, so that their pages that are still open can load chunks (OF6).
 * @param {string} replaced the folder of the build that is being replaced
 * @param {string} next the folder of the new build
 */
export function copyEarlierBuilds(replaced, next, now = Date.now()) {
  const builds = [
    { at: now, folder: join(replaced, 'assets') },
    ...listNames(join(replaced, '.earlier')).map(name => ({
      at: Number(name),
      folder: join(replaced, '.earlier', name, 'assets'),
    })),
  ]
  const kept = new Set(listNames(join(next, 'assets')))
  const recent = builds
    .filter(({ at }) => at > now - MAX_DAYS * 24 * 60 * 60_000)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MAX_BUILDS)
  for (const { at, folder } of recent)
    for (const name of listNames(folder)) {
      // The name contains a content hash, so one copy is enough.
      if (kept.has(name)) continue
      kept.add(name)
      cpSync(join(folder, name), join(next, '.earlier', String(at), 'assets', name))
    }
}

/** @param {string} folder */
const listNames = folder => (existsSync(folder) ? readdirSync(folder) : [])
