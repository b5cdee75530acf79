import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { environmentOutside, runQuietly } from '../set-up/child.mjs'

export type Advisory = {
  readonly id: string
  readonly package: string
  readonly title: string
  readonly severity: string
  /** The versions it is about, as npm writes ranges. */
  readonly range: string
  /** Where these lie, as package-lock.json writes it. */
  readonly paths: readonly string[]
}

export type Audit = { kind: 'looked-up'; advisories: Advisory[] } | { kind: 'not-looked-up'; because: string }

// What npm says of a package: in `via` an advisory is an object, a name only leads on to another package.
const Via = z.object({ url: z.string(), title: z.string(), severity: z.string(), range: z.string() })
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), Via])), nodes: z.array(z.string()) }),
  ),
  metadata: z.object({ dependencies: z.object({ total: z.number() }) }),
})
const Failure = z.object({ message: z.string() })

// A version against which something has been known for years (GHSA-vh95-rmgr-6w4m). Registries that know nothing of
// advisories, and mirrors above all, answer with an empty list, which looks exactly like a good answer.
const KNOWN_TO_BE_BAD = { name: 'minimist', version: '0.0.8' }

/** What npm's audit endpoint knows against the versions that the package-lock.json of a folder pins. */
export async function auditOf(folder: string): Promise<Audit> {
  const trial = await withLockfileOf(KNOWN_TO_BE_BAD, audit)
  if (trial.kind === 'not-looked-up') return trial
  if (trial.advisories.length === 0) {
    const { name, version } = KNOWN_TO_BE_BAD
    const because = `the registry's audit endpoint knows nothing against ${name} ${version}, so it knows nothing.`
    return { kind: 'not-looked-up', because }
  }
  return audit(folder)
}

// npm itself asks, because it knows which registry, by which proxy and with which right.
const npm = [
  'audit',
  '--json',
  '--package-lock-only',
  '--include=dev',
  '--include=optional',
  '--offline=false',
]
const quick = ['--audit-level=none', '--fetch-retries=1', '--fetch-timeout=30000', '--loglevel=silent']

async function audit(folder: string): Promise<Audit> {
  const { output } = await runQuietly('npm', [...npm, ...quick, '--prefix', folder], {
    env: environmentOutside(),
    minutes: 3,
  })
  const answer = jsonIn(output)
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

/** Around the report npm may say a word of its own. */
function jsonIn(output: string): unknown {
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
