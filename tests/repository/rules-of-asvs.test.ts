import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '../..')
const page = readFileSync(join(REPOSITORY, 'docs/asvs.md'), 'utf8')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. Those of level 3 come after them. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6
  3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12
  6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2
  10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1
  13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5
  16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

type Row = { number: string; chapter: string; met: string; where: string }

const rows = [...page.matchAll(/^\| ((\d+)\.\d+\.\d+) [^|]+ \| [12] \| (\w+) \| (.*)\|$/gm)].map(
  ([, number = '', chapter = '', met = '', where = '']): Row => ({
    number,
    chapter,
    met,
    where: where.trim(),
  }),
)

test('[TL61] docs/asvs.md has each of the 253 requirements of levels 1 and 2 once and in order', () => {
  const all = [...SECTIONS.matchAll(/(\S+):(\d+)/g)].flatMap(([, section = '', count]) =>
    Array.from({ length: Number(count) }, (_, before) => `${section}.${before + 1}`),
  )
  expect(all).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(all)
})

test('[TL61] each is met, partly, not, or without an object, and says where or why', () => {
  const verdicts = new Set(['yes', 'partly', 'no', 'none'])
  expect(rows.filter(({ met, where }) => !verdicts.has(met) || (met !== 'none' && where === ''))).toEqual([])
})

test('[TL61] its summary counts what its tables say', () => {
  const counted = [
    ...page.matchAll(/^\| (?:V(\d+) .*|\*\*together\*\*) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm),
  ]
  expect(counted).toHaveLength(18)
  for (const [line, chapter, ...counts] of counted) {
    const own = rows.filter(row => chapter === undefined || row.chapter === chapter)
    const found = ['yes', 'partly', 'no', 'none'].map(met => own.filter(row => row.met === met).length)
    expect([line, ...counts.map(Number)]).toEqual([line, ...found])
  }
})

test.each(['asvs', 'security', 'security-inventory'])(
  '[TL61] the files that docs/%s.md names are there',
  name => {
    const text = readFileSync(join(REPOSITORY, 'docs', `${name}.md`), 'utf8')
    const named = [...text.matchAll(/`((?:core|deploy|scripts|server|stand-ins|tests|web)\/[\w./-]+)`/g)]
    const linked = [...text.matchAll(/\]\(([\w./-]+\.md)\)/g)]
    const paths = [
      ...named.map(([, path = '']) => path),
      ...linked.map(([, path = '']) => join('docs', path)),
    ]
    expect(paths.length).toBeGreaterThan(2)
    expect(paths.filter(path => !existsSync(join(REPOSITORY, path)))).toEqual([])
  },
)
