import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { environmentWithoutNpmPath, runAndCapture } from './set-up/child.mjs'
import { root } from './set-up/paths.mjs'
import type { StageOutcome } from './test/judge-test-run.ts'

/** Advisories that this check ignores: the id, such as GHSA-aaaa-bbbb-cccc, and the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

const EXIT_NOT_LOOKED_UP = 69

// A version with a well-known advisory (GHSA-vh95-rmgr-6w4m). Registries without advisory data, above all mirrors,
// return an empty list, which looks like a clean result.
const KNOWN_TO_BE_BAD = { minimist: '0.0.8' }

// In npm's report an object in `via` is an advisory; a string refers to another package.
const Via = z.object({ url: z.string(), title: z.string(), severity: z.string(), range: z.string() })
const Report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Via])) })),
})

/** Audits KNOWN_TO_BE_BAD before the project, because some registries report nothing (decision 0019). */
export async function runAdvisories(): Promise<StageOutcome> {
  const trial = mkdtempSync(join(tmpdir(), 'dacapo-advisories-'))
  writeFileSync(join(trial, 'package.json'), JSON.stringify({ dependencies: KNOWN_TO_BE_BAD }))
  const packages = {
    '': { dependencies: KNOWN_TO_BE_BAD },
    'node_modules/minimist': { version: KNOWN_TO_BE_BAD.minimist },
  }
  const lockfile = { lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(trial, 'package-lock.json'), JSON.stringify(lockfile))
  const known = await audit(trial)
  rmSync(trial, { recursive: true, force: true })
  if (typeof known === 'string') return notLookedUp(known)
  if (known.length === 0) return notLookedUp('the registry knows nothing against minimist 0.0.8')
  const found = await audit(root)
  if (typeof found === 'string') return notLookedUp(found)
  const open = found.filter(({ id }) => EXCEPTIONS[id] === undefined)
  const needless = Object.keys(EXCEPTIONS).filter(id => !found.some(advisory => advisory.id === id))
  const lines = [
    ...open.map(({ id, name, severity, range, title }) => `${id} ${severity}: ${name} ${range}: ${title}`),
    ...needless.map(id => `${id} is known of no package any more: take it off the list`),
  ]
  return { passed: lines.length === 0 ? 1 : 0, failed: lines.length, output: lines.join('\n') }
}

const notLookedUp = (because: string): StageOutcome => ({
  passed: 0,
  failed: 0,
  output: '',
  skips: [`NOT LOOKED UP: ${because}`],
})

async function audit(folder: string) {
  const args = [
    'audit',
    '--json',
    '--package-lock-only',
    '--include=dev',
    '--include=optional',
    '--offline=false',
  ]
  const options = ['--audit-level=none', '--fetch-retries=1', '--fetch-timeout=30000', '--loglevel=silent']
  const env = environmentWithoutNpmPath()
  const { output } = await runAndCapture('npm', [...args, ...options, '--prefix', folder], {
    env,
    minutes: 3,
  })
  let answer: unknown = null
  try {
    // npm may print other lines around the report.
    answer = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    // No report is no answer.
  }
  const report = Report.safeParse(answer).data
  if (report === undefined) return `npm audit said: ${output.replace(/\s+/g, ' ').slice(0, 200)}`
  return Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap(known =>
      typeof known === 'string' ? [] : [{ name, ...known, id: known.url.replace(/^.*\//, '') }],
    ),
  )
}

// npm run advisories: exits with 0 if nothing is known, with 1 if something is, with 69 if the lookup failed.
if (import.meta.main) {
  const { failed, output, skips = [] } = await runAdvisories()
  console.log([...skips, output].join('\n').trim() || 'Nothing is known against the pinned versions.')
  process.exitCode = skips.length > 0 ? EXIT_NOT_LOOKED_UP : failed === 0 ? 0 : 1
}
