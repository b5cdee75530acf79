import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FULL_BACKFILL,
  formatBackfill,
  mergeBackfills,
  NO_BACKFILL,
  parseBackfill,
  type Backfill,
} from './backfill.ts'

const aBackfill = fc.record({
  library: fc.boolean(),
  history: fc.option(fc.record({ since: fc.nat(), until: fc.nat() })),
})

test('[SY9] a backfill is read as it was written; anything else counts as none', () => {
  fc.assert(
    fc.property(aBackfill, backfill => {
      expect(parseBackfill(formatBackfill(backfill))).toEqual(backfill)
    }),
  )
  for (const value of [
    undefined,
    null,
    '',
    'all',
    'library0-5',
    '5',
    '0-5,library',
    '-1-5',
    `0-${'9'.repeat(16)}`,
  ])
    expect(parseBackfill(value)).toBeNull()
})

/** The entries, by their revisions, that somebody has who is at `cursor` and lacks these. */
const had = ({ backfill: { history }, cursor }: { backfill: Backfill; cursor: number }) =>
  Array.from({ length: cursor }, (_, place) => place + 1).filter(
    revision => history === null || revision <= history.since || revision > history.until,
  )

const aReach = fc
  .record({ cursor: fc.nat(12), since: fc.nat(12), until: fc.nat(12), library: fc.boolean() })
  .map(({ cursor, since, until, library }) => {
    const [from, to] = [Math.min(since, cursor), Math.min(until, cursor)]
    return { cursor, backfill: { library, history: from < to ? { since: from, until: to } : null } }
  })

test('[SN22] of two answers together nothing counts as there that neither has brought', () => {
  fc.assert(
    fc.property(aReach, aReach, (one, other) => {
      const backfill = mergeBackfills(one, other)
      const both = new Set([...had(one), ...had(other)])
      const merged = had({ backfill, cursor: Math.max(one.cursor, other.cursor) })
      expect(merged.filter(revision => !both.has(revision))).toEqual([])
      expect(backfill.library).toBe(one.backfill.library && other.backfill.library)
    }),
  )
})

test('[SN22] an answer to the last request leaves just the gap that it names', () => {
  const at = (cursor: number, backfill: Backfill) => ({ cursor, backfill })
  const gap = (since: number, until: number) => ({ library: false, history: { since, until } })
  expect(mergeBackfills(at(0, FULL_BACKFILL), at(90, gap(20, 90)))).toEqual(gap(20, 90))
  expect(mergeBackfills(at(90, gap(20, 90)), at(95, gap(60, 90)))).toEqual(gap(60, 90))
  expect(mergeBackfills(at(95, gap(60, 90)), at(99, NO_BACKFILL))).toEqual(NO_BACKFILL)
})
