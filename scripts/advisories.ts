import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runAudit } from './advisories/audit.ts'
import { parseAdvisoryExceptions } from './advisories/exceptions.ts'
import { readPinnedVersions } from './advisories/pinned-versions.ts'
import { auditVerdict } from './advisories/verdict.ts'
import { root } from './set-up/paths.mjs'

/** EX_UNAVAILABLE of sysexits.h: the lookup failed, so the result is unknown. */
const EXIT_NOT_LOOKED_UP = 69

/**
 * npm run advisories: lists known advisories against the pinned versions. Exits with 0 if all have an exception in
 * advisories/exceptions.json, with 1 if not, with 69 if the lookup failed (docs/decisions/0019). Another folder with a
 * package-lock.json and another list can be given as arguments.
 */
async function main() {
  const [folder = root, exceptions = 'scripts/advisories/exceptions.json'] = process.argv.slice(2)
  const pinned = readPinnedVersions(resolve(folder))
  const argued = parseAdvisoryExceptions(readFileSync(resolve(root, exceptions), 'utf8'))
  const audit = await runAudit(resolve(folder))
  if (audit.kind === 'not-looked-up') {
    console.error(`NOT LOOKED UP: ${audit.because}`)
    console.error(`Nothing is known about the ${pinned.size} pinned versions, neither good nor bad.`)
    return EXIT_NOT_LOOKED_UP
  }
  const { text, isGood } = auditVerdict(audit.advisories, pinned, argued)
  console.log(text)
  return isGood ? 0 : 1
}

// Called at the end because it uses the constants above.
process.exitCode = await main()
