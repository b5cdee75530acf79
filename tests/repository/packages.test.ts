import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const parse = <Schema extends z.ZodType>(schema: Schema, file: string) =>
  schema.parse(JSON.parse(readFileSync(join(root, file), 'utf8')))

const Versions = z.record(z.string(), z.string())
const manifest = parse(z.object({ dependencies: Versions, devDependencies: Versions }), 'package.json')
const optional = z.string().optional()
const Locked = z.object({ license: optional, resolved: optional, integrity: optional })
const { packages } = parse(z.object({ packages: z.record(z.string(), Locked) }), 'package-lock.json')
const dependencies = Object.entries(packages).filter(([path]) => path !== '')

test('every dependency is pinned to one version', () => {
  const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(all.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('the lockfile holds a checksum for every package and no address of a registry', () => {
  expect(dependencies.length).toBeGreaterThan(100)
  const isAnonymous = ({ resolved, integrity }: (typeof packages)[string]) =>
    resolved === undefined && integrity !== undefined
  expect(dependencies.filter(([, locked]) => !isAnonymous(locked)).map(([path]) => path)).toEqual([])
})

test('every package comes under a permissive license', () => {
  const permissive = /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|OFL-1\.1|\(MIT OR CC0-1\.0\))$/
  const others = [
    // Python-2.0 is permissive too. A client generator that a test uses reads YAML with this package.
    /^node_modules\/argparse Python-2\.0$/,
    // Only tools: axe checks our screens in tests, lightningcss minifies our style sheets.
    /^node_modules\/(axe-core|lightningcss(-[\w-]+)?) MPL-2\.0$/,
  ]
  const refused = dependencies
    .map(([path, locked]) => ({ path, license: installedLicense(path) ?? locked.license ?? 'none' }))
    .filter(({ license }) => !permissive.test(license))
    .filter(({ path, license }) => !others.some(other => other.test(`${path} ${license}`)))
  expect(refused).toEqual([])
})

test('nothing in the repository names a folder of somebody’s machine or a registry', () => {
  const personal = /(?<![\w.~@/-])\/(work|home|root|Users)\/[\w.-]+|registry\.(npmjs|yarnpkg|npmmirror)\./
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  const isText = (path: string) => /\.(tsx?|mjs|js|json|ya?ml|md|css|html|svg|txt)$|(^|\/)\.\w+$/.test(path)
  const texts = tracked.filter(path => isText(path) && existsSync(join(root, path)))
  expect(texts.length).toBeGreaterThan(50)
  expect(texts.filter(path => personal.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

// Packages for other platforms are not installed; only the lockfile has their license.
function installedLicense(path: string): string | undefined {
  const file = `${path}/package.json`
  if (!existsSync(join(root, file))) return undefined
  return parse(z.object({ license: optional }), file).license
}
