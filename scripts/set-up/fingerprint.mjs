import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a hash of the names and contents of files and folders below `root`, except those for which `isExcluded`
 * returns true. Modification times are not part of it, because a checkout changes them.
 * @param {string} root
 * @param {string[]} places paths relative to `root`; missing ones are ignored
 * @param {(path: string) => boolean} isExcluded
 */
export function contentHash(root, places, isExcluded = () => false) {
  const hash = createHash('sha256')
  for (const path of places.flatMap(place => filesBelow(root, place)).toSorted()) {
    if (isExcluded(path)) continue
    const content = readFileSync(join(root, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} place
 * @returns {string[]}
 */
function filesBelow(root, place) {
  const stat = statSync(join(root, place), { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [place]
  return readdirSync(join(root, place)).flatMap(name => filesBelow(root, `${place}/${name}`))
}
