import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { environmentWithoutNpmPath, runQuietly } from '../set-up/child.mjs'

/** A security advisory that affects an installed package. */
export type Advisory = {
  readonly id: string
  readonly package: string
  readonly title: string
  readonly severity: string
  /** The affected versions as an npm range. */
  readonly range: string
  /** The paths of the affected packages in package-lock.json, such as "node_modules/hono". */
  readonly paths: readonly string[]
}

/** The advisories found, or the reason why they could not be looked up. */
export type AuditResult =
  | { kind: 'looked-up'; advisories: Advisory[] }
  | { kind: 'not-looked-up'; because: string }

// In npm's report an object in `via` is an advisory; a string refers to another package.
const Via = z.object({ url: z.string(), title: z.string(), severity: z.string(), range: z.string() })
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), Via])), nodes: z.array(z.string()) }),
  ),
  metadata: z.object({ dependencies: z.object({ total: z.number() }) }),
})
const Failure = z.object({ message: z.string() })

// A version with a well-known advisory (GHSA-vh95-rmgr-6w4m). Registries without advisory data, above all mirrors,
// return an empty list, which looks like a clean result.
const KNOWN_TO_BE_BAD = { name: 'minimist', version: '0.0.8' }

/**
 * Asks npm's audit endpoint which advisories affect the versions pinned in a folder's package-lock.json. First asks
 * about a version that is known to be affected. Returns 'not-looked-up' if a request fails, or if the registry reports
 * nothing about that version, because then its other answers cannot be trusted.
 */
export async function runAudit(folder: string): Promise<AuditResult> {
  const trial = await withLockfileOf(KNOWN_TO_BE_BAD, runNpmAudit)
  if (trial.kind === 'not-looked-up') return trial
  if (trial.advisories.length === 0) {
    const { name, version } = KNOWN_TO_BE_BAD
    const because = `the registry's audit endpoint knows nothing against ${name} ${version}, so it knows nothing.`
    return { kind: 'not-looked-up', because }
  }
  return runNpmAudit(folder)
}

// npm sends the request because it knows the registry, the proxy and the credentials.
const npm = [
  'audit',
  '--json',
  '--package-lock-only',
  '--include=dev',
  '--include=optional',
  '--offline=false',
]
const NPM_AUDIT_OPTIONS = [
  '--audit-level=none',
  '--fetch-retries=1',
  '--fetch-timeout=30000',
  '--loglevel=silent',
]

async function runNpmAudit(folder: string): Promise<AuditResult> {
  const { output } = await runQuietly('npm', [...npm, ...NPM_AUDIT_OPTIONS, '--prefix', folder], {
    env: environmentWithoutNpmPath(),
    minutes: 3,
  })
  const answer = parseJsonReport(output)
  const report = Report.safeParse(answer)
  if (!report.success) {
    const failure = Failure.safeParse(answer)
    const said = failure.success ? failure.data.message : output.trim().slice(0, 300)
    return { kind: 'not-looked-up', because: `npm audit failed: ${said || 'it said nothing'}` }
  }
  const advisories = Object.entries(report.data.vulnerabilities).flatMap(([name, { via, nodes }]) =>
    via.flatMap(known =>
      typeof known === 'string'
        ? []
        : [{ ...known, id: known.url.slice(known.url.lastIndexOf('/') + 1), package: name, paths: nodes }],
    ),
  )
  return { kind: 'looked-up', advisories }
}

/** Parses the report; npm may print other lines around it. */
function parseJsonReport(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

async function withLockfileOf<Result>(
  { name, version }: { name: string; version: string },
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-advisories-'))
  const about = { name: 'trial', version: '1.0.0', private: true }
  const dependencies = { [name]: version }
  const packages = { '': { ...about, dependencies }, [`node_modules/${name}`]: { version } }
  const lockfile = { ...about, lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
