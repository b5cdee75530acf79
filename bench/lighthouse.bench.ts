import { expect, request } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { signInByCode } from '../e2e/musician.ts'
import { fillLibrary } from '../e2e/pieces/filled-library.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { freePort } from '#tests/server/free-port.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { runAndCapture } from '../scripts/set-up/child.mjs'
import { pinnedNodePath } from '../scripts/set-up/paths.mjs'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { BenchReport, type BenchFigures } from './bench-report.ts'
import { reserveCoreForPages } from './core-for-pages.ts'
import { installPackage } from './installed-package.ts'

export const name = 'Lighthouse, mobile'

// Decision 0063.
const LIGHTHOUSE = { name: 'lighthouse', version: '13.5.0', asOf: '2026-11-20' }
const RUNS = 3
const MINUTES = 5
/** Chromium often records no trace of a page that loads quickly. Lighthouse then says to run it again. */
const MAX_TRIES = 10
const NO_TRACE = 'NO_NAVSTART'
const MIN_PERFORMANCE = 95
const SCREENS = [
  { path: '/signin', isSignedIn: false },
  { path: '/practice', isSignedIn: true },
  { path: '/pieces', isSignedIn: true },
] as const
const CATEGORIES = [
  ['performance', 'performance'],
  ['accessibility', 'accessibility'],
  ['best-practices', 'best practices'],
  ['seo', 'SEO'],
] as const
const TIMES = [
  ['largest-contentful-paint', 'largest paint, ms'],
  ['first-contentful-paint', 'first paint, ms'],
  ['total-blocking-time', 'total blocking time, ms'],
] as const

// A score is null if an audit failed, for example because the page was empty.
const score = z.nullable(z.number())
const Category = z.object({ score, auditRefs: z.array(z.object({ id: z.string() })) })
const Audit = z.object({ score, scoreDisplayMode: z.string(), numericValue: z.number().optional() })
const Report = z.object({
  finalDisplayedUrl: z.string(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), Category),
  audits: z.record(z.string(), Audit),
})
type Report = z.infer<typeof Report>

/**
 * Medians of three runs on Lighthouse's simulated phone, each on a new device, behind Caddy, if possible with one core only
 * for the page. Scores are out of 100. Failed audits are listed, except those of performance.
 */
export async function measure(): Promise<BenchFigures> {
  await buildIfStale()
  const found = await findOrInstallChromium()
  if (found.kind === 'none') throw new Error(found.message)
  const folder = await installPackage(LIGHTHOUSE)
  const releaseCore = reserveCoreForPages()
  const origin = `https://localhost:${await freePort()}`
  const server = await startServerProcess({ env: { ORIGIN: origin } })
  const endProxy = await startProxy(origin, server.origin)
  try {
    const cookie = await signInWithLibrary(origin)
    const reports = SCREENS.map((): Report[] => [])
    for (let run = 0; run < RUNS; run += 1)
      for (const [index, { path, isSignedIn }] of SCREENS.entries()) {
        const address = origin + path
        const result = await runLighthouse(folder, found.path, address, isSignedIn ? cookie : null)
        if (result.finalDisplayedUrl !== address)
          throw new Error(`${path} led to ${result.finalDisplayedUrl}`)
        reports[index]?.push(result)
      }
    const report = new BenchReport()
    const indices = reports.flat().map(({ environment }) => environment.benchmarkIndex)
    report.note('the page has a core of its own', releaseCore === null ? 'no' : 'yes')
    report.note('speed of this machine as Lighthouse measures it, a fast one has 1,500', medianOf(indices))
    for (const [index, screen] of SCREENS.entries()) addFigures(report, screen.path, reports[index] ?? [])
    return report.figures()
  } finally {
    await endProxy()
    await server.stop()
    releaseCore?.()
  }
}

/**
 * Serves HTTP/2, as in production: over HTTP/1.1 a browser requests only six files at a time. Sends no X-Forwarded headers,
 * because the server shows its mailbox only to clients on the same machine.
 */
async function startProxy(origin: string, server: string): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-caddy-'))
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
      admin off
      skip_install_trust
      auto_https disable_redirects
    }
    ${origin} {
      tls internal
      reverse_proxy ${new URL(server).host} {
        header_up -X-Forwarded-*
      }
    }`,
  )
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn('caddy', ['run', '--config', file], { env, stdio: 'ignore' })
  await once(caddy, 'spawn')
  return async () => {
    const exit = once(caddy, 'exit')
    caddy.kill()
    await exit
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signInWithLibrary(origin: string): Promise<string> {
  const api = await request.newContext({ ignoreHTTPSErrors: true })
  // Caddy is ready when it has created its certificate.
  await expect(async () => await api.get(origin)).toPass()
  await signInByCode(api, origin, 'clara@example.org')
  await fillLibrary(api, origin)
  const { cookies } = await api.storageState()
  await api.dispose()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

async function runLighthouse(
  packageFolder: string,
  browser: string,
  address: string,
  cookie: string | null,
): Promise<Report> {
  const script = join(packageFolder, 'node_modules/lighthouse/cli/index.js')
  const root = process.getuid?.() === 0 ? ' --no-sandbox' : ''
  const options = [
    '--quiet',
    '--no-enable-error-reporting',
    '--output=json',
    `--chrome-flags=--headless=new --ignore-certificate-errors${root}`,
    ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ cookie })}`]),
  ]
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-lighthouse-'))
  const file = join(folder, 'report.json')
  const command = [script, address, ...options, `--output-path=${file}`]
  const env = { ...process.env, CHROME_PATH: browser }
  try {
    for (let tried = 1; ; tried += 1) {
      const { code, output } = await runAndCapture(pinnedNodePath, command, { env, minutes: MINUTES })
      if (code === 0) return Report.parse(JSON.parse(readFileSync(file, 'utf8')))
      if (tried === MAX_TRIES || !output.includes(NO_TRACE))
        throw new Error(`Lighthouse ended with ${code}: ${output}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function addFigures(report: BenchReport, path: string, reports: readonly Report[]): void {
  for (const [id, label] of CATEGORIES) {
    const score = medianOf(reports.map(({ categories }) => 100 * (categories[id]?.score ?? NaN)))
    report.atLeast(`${path}: ${label}`, score, id === 'performance' ? MIN_PERFORMANCE : 100)
  }
  const numbers = (id: string) => reports.map(({ audits }) => audits[id]?.numericValue ?? NaN)
  for (const [id, label] of TIMES) report.note(`${path}: ${label}`, medianOf(numbers(id)))
  report.atMost(`${path}: layout shift`, medianOf(numbers('cumulative-layout-shift')), 0)
  const failed = new Set(reports.flatMap(failedAudits))
  if (failed.size > 0) report.note(`${path}: audits below 100`, [...failed].join(', '))
}

function failedAudits({ categories, audits }: Report): string[] {
  const listed = CATEGORIES.filter(([id]) => id !== 'performance')
  const ids = listed.flatMap(([id]) => categories[id]?.auditRefs.map(audit => audit.id) ?? [])
  return ids.filter(id => audits[id]?.scoreDisplayMode === 'error' || (audits[id]?.score ?? 1) < 1)
}
