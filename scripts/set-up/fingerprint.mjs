import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A hash over the names and contents of files and folders below `root`; what `leaveOut(path)` claims is not looked at.
 * Contents, not times: a checkout sets all times anew, and a branch changed and changed back is not stale.
 * @param {string} root
 * @param {string[]} places
 * @param {(path: string) => boolean} leaveOut
 */
export function fingerprintOf(root, places, leaveOut = () => false) {
  const hash = createHash('sha256')
  for (const path of places.flatMap(place => filesBelow(root, place)).toSorted()) {
    if (leaveOut(path)) continue
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
