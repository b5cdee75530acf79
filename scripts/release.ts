import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '#server/database/migrations/migrations.ts'
import { PRODUCT_VERSION } from '#server/operations/product-version.ts'
import { nextVersion, releaseChangelog } from './release/release-notes.ts'
import { root } from './set-up/paths.mjs'

// npm run release: shows the version that comes next and its part of CHANGELOG.md, made from the commits since the
// version before. With -- --write it writes CHANGELOG.md, package.json and package-lock.json; commit and tag are yours.
const git = (...arguments_: string[]) =>
  execFileSync('git', arguments_, { cwd: root, encoding: 'utf8' }).trim()
const changelog = join(root, 'CHANGELOG.md')
// The commit that gave CHANGELOG.md its part for this version.
const released = git('log', '-1', '--format=%H', `-S## [${PRODUCT_VERSION}]`, '--', 'CHANGELOG.md')
const subjects = git('log', '--format=%s', `${released}..HEAD`).split('\n')
const version = nextVersion(PRODUCT_VERSION, subjects)
const date = new Date().toISOString().slice(0, 10)
const schema = Object.keys(migrations).toSorted().at(-1) ?? ''
const text = releaseChangelog(readFileSync(changelog, 'utf8'), { version, date, subjects, schema })

if (process.argv.includes('--write')) {
  writeFileSync(changelog, text)
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { cwd: root, stdio: 'ignore' })
  console.log(
    `CHANGELOG.md, package.json and package-lock.json say ${version}. Then: git commit -a -m "chore: ${version}" && git tag v${version}`,
  )
} else {
  const part = text.slice(text.indexOf(`## [${version}]`))
  console.log(part.slice(0, part.indexOf('\n## [')))
}
