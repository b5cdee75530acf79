import { expect, test } from 'vitest'
import { nextVersion, releaseChangelog } from './release-notes.ts'

const changelog = `# Changelog

## [Unreleased]

### What an upgrade needs
- Nothing.

## [0.1.0]

The first version.
`

test('[TL65] a release takes what is written under Unreleased, then lists its commits by what they are', () => {
  const subjects = [
    'feat(practice): a timer',
    'test: nothing to see',
    'fix: the click stops',
    'feat(sync)!: schema 2',
    'perf(list): fewer rows',
  ]
  const released = { version: '0.2.0', date: '2026-12-01', subjects, schema: '0011-x' }
  expect(releaseChangelog(changelog, released)).toBe(`# Changelog

## [Unreleased]

## [0.2.0] - 2026-12-01

Database schema \`0011-x\`.

### What an upgrade needs
- Nothing.

### New, commit by commit
- **practice**: a timer
- **sync**: schema 2 (breaks a promise)

### Mended, commit by commit
- the click stops

### Quicker, commit by commit
- **list**: fewer rows

## [0.1.0]

The first version.
`)
  expect(() => releaseChangelog(changelog, { ...released, version: '0.1.0' })).toThrow('already')
})

test.each([
  ['0.1.4', ['fix: a', 'docs: b'], '0.1.5'],
  ['0.1.4', ['fix: a', 'feat(x): b'], '0.2.0'],
  ['0.1.4', ['fix(x)!: a'], '0.2.0'],
  ['1.1.4', ['feat(x)!: a'], '2.0.0'],
  ['1.1.4', ['feat: a'], '1.2.0'],
])('[TL65] after %s with %j comes %s', (version, subjects, next) => {
  expect(nextVersion(version, subjects)).toBe(next)
})
