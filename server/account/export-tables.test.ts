import { expect, test } from 'vitest'
import { TABLE_OWNERSHIP } from './table-ownership.ts'

test('[EX1] every table with rows of a user is exported, or listed here with a reason', () => {
  const exported =
    'user avatar account session billing_account subscription feedback piece part practice event'.split(' ')
  const leftOut = new Map([
    ['sync_change', 'random numbers by which a device is not heard twice'],
    ['user_revision', 'counts the writes'],
    ['sign_in_code', 'proofs on their way, which an export must never hold'],
    ['verification', 'the same'],
    ['rate_limit', 'fingerprints, kept for a day at most'],
  ])
  const ofUsers = Object.entries(TABLE_OWNERSHIP).flatMap(([table, isOwn]) => (isOwn === null ? [] : [table]))
  expect(ofUsers.toSorted()).toEqual([...exported, ...leftOut.keys()].toSorted())
})
