import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { USER_ROW_CONDITIONS } from '#server/account/table-ownership.ts'
import type { Tables } from '#server/database/tables.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { listTables } from '#tests/database/rows-of-user.ts'

type WordingByColumns = { readonly [columns: string]: RegExp | null }

const WHAT_YOU_ENTER = {
  name: /pieces and sections with their names/,
  'created_at stamps': /when each of them last changed/,
  deleted_at: /so that you can bring it back/,
}

/**
 * The wording of the Privacy Policy for each column of a user's data; null for a key, or a number by which the server
 * does its work.
 */
const STORED: Partial<Record<keyof Tables, WordingByColumns>> = {
  user: {
    email: /your email address/,
    'emailVerified createdAt updatedAt': /when your account began/,
    'name image': /a name and a picture/,
    id: null,
  },
  account: {
    'providerId accountId createdAt updatedAt': /which service that is/,
    // Better Auth has the columns; they stay empty (rule ID18).
    'accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt scope password': null,
    'id userId': null,
  },
  avatar: { 'bytes type': /keeps it/, user_id: null },
  session: {
    createdAt: /when that began/,
    'updatedAt expiresAt': /when it was last used/,
    ipAddress: /its network address/,
    userAgent: /the name of its browser/,
    'id userId token': null,
  },
  sign_in_code: {
    email: /with your address/,
    'code_hash link_identifier browser_hash tries': /only a fingerprint/,
    'created_at expires_at': /soon after they run out/,
  },
  verification: {
    'identifier value': /only a fingerprint/,
    'createdAt updatedAt expiresAt': /soon after they run out/,
    id: null,
  },
  piece: {
    ...WHAT_YOU_ENTER,
    importance: /urgency/,
    end_tempo: /goals/,
    click: /settings of the click/,
    perform_on: /day of a performance/,
    on_hold: /on hold/,
    updated_at: /when each of them last changed/,
    'user_id id revision': null,
  },
  part: {
    ...WHAT_YOU_ENTER,
    current_tempo: /tempos/,
    position: /order/,
    last_practiced: /when that was/,
    'user_id id piece_id revision': null,
  },
  practice: {
    'tempo at day': /for each tempo you saved when that was/,
    retracted_at: /whether you took it back/,
    'seconds planned_seconds': /how long you practiced and had planned to/,
    first_try_clean: /first try was clean/,
    run_through_id: /run-through/,
    'user_id id piece_id part_id revision': null,
  },
  sync_change: { 'id created_at': /numbers by which the server knows/, 'user_id revision': null },
  user_revision: {
    'day changes_of_day': /count of your changes on the last day/,
    // How many rows there are, and which of them a device has.
    'user_id revision minimum_revision library_rows practice_rows': null,
  },
  feedback: {
    'text user_id': /stored with your account/,
    'language screen': /your language, the screen you were on/,
    'written_at created_at': /when you wrote it/,
    'kind from_pro': /whether you have Pro/,
    'id mailed_at': null,
  },
  event: {
    'name parameters at received_at': /We count eight things/,
    user_id: /carries the number of your account/,
    share_with: /passed on to/,
    id: null,
  },
  subscription: {
    'id status current_period_end cancel_at_period_end': /state of your subscription/,
    user_id: null,
  },
  billing_account: {
    'customer_id checkout_id': /number under which Stripe knows you/,
    // When the server asks Stripe again.
    'user_id fetched_at stored_at check_due_at closed_until': null,
  },
  rate_limit: { 'key window_start count': /addresses are stored only as fingerprints/ },
}

test('[LG7] every column with data of a user is named by the Privacy Policy', async () => {
  const database = await openMemoryDatabase()
  const tables = await listTables(database.db)
  await database.close()
  const userTables = tables.filter(({ table }) => USER_ROW_CONDITIONS[table] !== null)
  expect(userTables.length).toBeGreaterThan(10)
  for (const { table, columns } of userTables) {
    const known = Object.keys(STORED[table] ?? {}).flatMap(columns => columns.split(' '))
    expect({ table, columns: columns.toSorted() }).toEqual({ table, columns: known.toSorted() })
  }
  // locales.test.ts proves that the German text has the same keys.
  const text = readFileSync(join(import.meta.dirname, '../../locales/en/legal.json'), 'utf8')
  const wordings = Object.values(STORED).flatMap(table => Object.entries(table))
  expect(wordings.filter(([, wording]) => wording !== null && !wording.test(text))).toEqual([])
})
