import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { auditOf } from './advisories/audit.ts'
import { parseExceptions } from './advisories/exceptions.ts'
import { pinnedIn } from './advisories/pinned-versions.ts'
import { verdictOf } from './advisories/verdict.ts'
import { root } from './set-up/places.mjs'

/** As EX_UNAVAILABLE of sysexits.h: nothing is known, which is neither good nor bad. */
const EXIT_NOT_LOOKED_UP = 69

/**
 * npm run advisories: what is known against the pinned versions. Ends with 0 where all of it is argued away in
 * advisories/exceptions.json, with 1 where something is not, with 69 where nobody could be asked (docs/decisions/0019).
 * Another folder with a package-lock.json, and another list, may be named.
 */
async function main() {
  const [folder = root, exceptions = 'scripts/advisories/exceptions.json'] = process.argv.slice(2)
  const pinned = pinnedIn(resolve(folder))
  const argued = parseExceptions(readFileSync(resolve(root, exceptions), 'utf8'))
  const audit = await auditOf(resolve(folder))
  if (audit.kind === 'not-looked-up') {
    console.error(`NOT LOOKED UP: ${audit.because}`)
    console.error(`Nothing is known about the ${pinned.size} pinned versions, neither good nor bad.`)
    return EXIT_NOT_LOOKED_UP
  }
  const { text, isGood } = verdictOf(audit.advisories, pinned, argued)
  console.log(text)
  return isGood ? 0 : 1
}

// At the end, because it needs what is declared above.
process.exitCode = await main()
