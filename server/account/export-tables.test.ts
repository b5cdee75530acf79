import { expect, test } from 'vitest'
import { TABLE_OWNERSHIP } from './table-ownership.ts'

test('[EX1] every table with rows of a user is exported, or listed here with a reason', () => {
  const exported: readonly string[] = [
    'user',
    'avatar',
    'account',
    'session',
    'billing_account',
    'subscription',
    'feedback',
    'piece',
    'part',
    'practice',
    'event',
  ]
  const leftOut = new Map([
    ['sync_change', 'random numbers by which a device is not heard twice'],
    ['user_revision', 'counts the writes'],
    ['sign_in_code', 'proofs on their way, which an export must never hold'],
  ])
  const ofUsers = Object.entries(TABLE_OWNERSHIP).filter(
    ([, { kind }]) => kind === 'user-id' || kind === 'email',
  )
  expect(
    ofUsers.map(([table]) => table).filter(table => !exported.includes(table) && !leftOut.has(table)),
  ).toEqual([])
})
