import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environmentWithoutNpmPath, runAndCapture } from '../scripts/set-up/child.mjs'
import { CACHE_FOLDER } from '../scripts/set-up/paths.mjs'

const MINUTES = 10

/** Its dependencies are installed in the versions that were current on the date `asOf`. */
export type BenchPackage = { readonly name: string; readonly version: string; readonly asOf: string }

export async function installPackage({ name, version, asOf }: BenchPackage): Promise<string> {
  const folder = join(CACHE_FOLDER, `${name}-${version}-${asOf}`)
  if (existsSync(folder)) return folder
  process.stderr.write(`Installing ${name} ${version} (once, about a minute) …\n`)
  mkdirSync(dirname(folder), { recursive: true })
  // Renamed when complete, so that an interrupted installation is not used.
  const draft = mkdtempSync(`${folder}.`)
  writeFileSync(join(draft, 'package.json'), JSON.stringify({ private: true }))
  const npm = [
    'install',
    '--prefix',
    draft,
    '--ignore-scripts',
    '--loglevel=error',
    '--no-fund',
    '--no-audit',
  ]
  const { code, output } = await runAndCapture('npm', [...npm, `--before=${asOf}`, `${name}@${version}`], {
    env: environmentWithoutNpmPath(),
    minutes: MINUTES,
  })
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`${name} ${version} could not be installed:\n${output}`)
  }
  renameSync(draft, folder)
  return folder
}
