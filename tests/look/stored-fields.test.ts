import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TABLE_OWNERSHIP } from '#server/account/table-ownership.ts'
import type { Tables } from '#server/database/tables.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { listTables } from '#tests/database/rows-of-user.ts'

/** The columns of a table, and the words with which the Privacy Policy names them in English and in German. */
type Named = readonly [columns: string, english: RegExp, german: RegExp]

const CHANGED = [/when each of them last changed/, /wann jedes davon zuletzt geändert wurde/] as const
const WHAT_YOU_ENTER = [
  ['name', /pieces and sections with their names/, /Stücke und Abschnitte mit ihren Namen/],
  ['created_at stamps', ...CHANGED],
  ['deleted_at', /so that you can bring it back/, /damit du es zurückholen kannst/],
] as const satisfies Named[]

/**
 * What is stored about a user. Whoever adds a column says in the Privacy Policy what it is for, or that it is none of
 * the user's data: a key, or a number by which the server does its work.
 */
const STORED: Partial<Record<keyof Tables, { named: readonly Named[]; own: string }>> = {
  user: {
    named: [
      ['email', /your email address/, /deine E-Mail-Adresse/],
      ['emailVerified createdAt updatedAt', /when your account began/, /seit wann es dein Konto gibt/],
      ['name image', /a name and a picture/, /Name und Bild/],
    ],
    own: 'id',
  },
  account: {
    named: [['providerId accountId createdAt updatedAt', /which service that is/, /welcher Dienst das ist/]],
    // Better Auth has the columns; they stay empty (rule ID18).
    own: 'id userId accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt scope password',
  },
  avatar: { named: [['bytes type', /keeps it/, /bewahrt es auf/]], own: 'user_id' },
  session: {
    named: [
      ['createdAt', /when that began/, /seit wann/],
      ['updatedAt expiresAt', /when it was last used/, /wann es zuletzt hier war/],
      ['ipAddress', /its network address/, /seine Netzadresse/],
      ['userAgent', /the name of its browser/, /den Namen seines Browsers/],
    ],
    own: 'id userId token',
  },
  sign_in_code: {
    named: [
      ['email', /with your address/, /zu deiner Adresse/],
      ['code_hash link_identifier browser_hash tries', /only a fingerprint/, /nur einen Fingerabdruck/],
      ['created_at expires_at', /soon after they run out/, /bald nach dem Ablauf/],
    ],
    own: '',
  },
  verification: {
    named: [
      ['identifier value', /only a fingerprint/, /nur einen Fingerabdruck/],
      ['createdAt updatedAt expiresAt', /soon after they run out/, /bald nach dem Ablauf/],
    ],
    own: 'id',
  },
  piece: {
    named: [
      ...WHAT_YOU_ENTER,
      ['importance', /urgency/, /Dringlichkeit/],
      ['end_tempo', /goals/, /Zielen/],
      ['click', /settings of the click/, /Einstellungen des Klicks/],
      ['perform_on', /day of a performance/, /Tag eines Auftritts/],
      ['on_hold', /on hold/, /pausiert/],
      ['updated_at', ...CHANGED],
    ],
    own: 'user_id id revision',
  },
  part: {
    named: [
      ...WHAT_YOU_ENTER,
      ['current_tempo', /tempos/, /Tempi/],
      ['position', /order/, /Reihenfolge/],
      ['last_practiced', /when that was/, /wann es war/],
    ],
    own: 'user_id id piece_id revision',
  },
  practice: {
    named: [
      ['tempo at day', /for each tempo you saved when that was/, /zu jedem gespeicherten Tempo, wann es war/],
      ['retracted_at', /whether you took it back/, /ob du es zurückgenommen hast/],
      [
        'seconds planned_seconds',
        /how long you practiced and had planned to/,
        /wie lange du geübt hast und üben wolltest/,
      ],
      ['first_try_clean', /first try was clean/, /erste Versuch sauber war/],
      ['run_through_id', /run-through/, /Durchspielen/],
    ],
    own: 'user_id id piece_id part_id revision',
  },
  sync_change: {
    named: [['id created_at', /numbers by which the server knows/, /Nummern, an denen der Server erkennt/]],
    own: 'user_id revision',
  },
  user_revision: {
    named: [
      [
        'day changes_of_day',
        /count of your changes on the last day/,
        /zählt er deine Änderungen am letzten Tag/,
      ],
    ],
    // How many rows there are, and which of them a device has.
    own: 'user_id revision minimum_revision library_rows practice_rows',
  },
  feedback: {
    named: [
      ['text user_id', /stored with your account/, /mit deinem Konto/],
      ['language screen', /your language, the screen you were on/, /deiner Sprache, der Seite/],
      ['written_at created_at', /when you wrote it/, /der Zeit/],
      ['kind from_pro', /whether you have Pro/, /ob du Pro hast/],
    ],
    own: 'id mailed_at',
  },
  event: {
    named: [
      ['name parameters at received_at', /We count eight things/, /acht Dinge/],
      ['user_id', /carries the number of your account/, /trägt eine Zahl die Nummer deines Kontos/],
      ['share_with', /passed on to/, /weitergegeben/],
    ],
    own: 'id',
  },
  subscription: {
    named: [
      [
        'id status current_period_end cancel_at_period_end',
        /state of your subscription/,
        /Stand deines Abos/,
      ],
    ],
    own: 'user_id',
  },
  billing_account: {
    named: [
      [
        'customer_id checkout_id',
        /number under which Stripe knows you/,
        /Nummer, unter der Stripe dich kennt/,
      ],
    ],
    // When the server asks Stripe again.
    own: 'user_id fetched_at stored_at check_due_at closed_until',
  },
  rate_limit: {
    named: [['key window_start count', /addresses are stored only as fingerprints/, /nur als Fingerabdruck/]],
    own: '',
  },
}

test('[LG7] every column with data of a user is named by the Privacy Policy', async () => {
  const database = await openMemoryDatabase()
  const tables = await listTables(database.db)
  await database.close()
  const ofUsers = tables.filter(({ table }) => TABLE_OWNERSHIP[table] !== null)
  expect(ofUsers.length).toBeGreaterThan(10)
  for (const { table, columns } of ofUsers) {
    const { named = [], own = '' } = STORED[table] ?? {}
    const known = [...named.map(([columns]) => columns), own].join(' ').split(' ').filter(Boolean)
    expect({ table, columns: columns.toSorted() }).toEqual({ table, columns: known.toSorted() })
  }
})

test.each([
  ['en', 1],
  ['de', 2],
] as const)('[LG7] the Privacy Policy of %s names what is stored', (language, place) => {
  const file = join(import.meta.dirname, `../../locales/${language}/legal.json`)
  const { privacy } = JSON.parse(readFileSync(file, 'utf8'))
  const words = JSON.stringify(privacy)
  const missing = Object.entries(STORED).flatMap(([table, { named }]) =>
    named.filter(each => !each[place].test(words)).map(([columns]) => `${table}: ${columns}`),
  )
  expect(missing).toEqual([])
})
