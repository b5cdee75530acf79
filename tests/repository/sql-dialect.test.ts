import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCode, isTest, sourceFiles } from './source-files.ts'

/** What PostgreSQL has and other engines may not: how the code says it, and how the table of docs/scaling.md does. */
const CONSTRUCTS: readonly (readonly [code: RegExp, row: RegExp])[] = [
  [/on conflict|onConflict/, /on conflict/],
  [/\bwith \$\{sql\.join/, /`with` of several writes/],
  [/json_to_recordset/, /json_to_recordset/],
  [/json_array_elements_text/, /json_array_elements_text/],
  [/json_populate_recordset/, /json_populate_recordset/],
  [/row_to_json/, /row_to_json/],
  [/jsonArrayFrom|json_agg/, /json_agg/],
  [/\bunnest\(/, /`unnest`/],
  [/\bany\(/, /`any\(\$1\)`/],
  [/\blateral\b/, /lateral/],
  [/\bsavepoint\b/, /savepoint/],
  [/\bforUpdate\(|\bfor update\b/, /`for update`/],
  [/\bforKeyShare\(|\bfor key share\b/, /`for key share`/],
  [/\bforShare\(|\bforNoKeyUpdate\(/, /`for (?:no key|share)/],
  [/\bpg_(?:try_)?advisory_/, /pg_advisory_xact_lock/],
  [/\bhashtextextended\b/, /hashtextextended/],
  [/\bpg_notify\b/, /pg_notify/],
  [/`listen \$/, /`listen`/],
  [/\bctid\b/, /ctid/],
  [/\bcreate (?:unique )?index .* where\b/, /`create index … where`/],
  [/\bdeclare \w+ (?:no scroll )?cursor\b/, /`declare … cursor`/],
  [/\bset local\b/, /`set local`/],
  [/\bshow transaction_read_only\b/, /show transaction_read_only/],
  [/\b(?:generated always|create (?:sequence|trigger|function|extension|type))\b/, /`create type`/],
  [/\bdistinct on\b|distinctOn\(/, /`distinct on`/],
  [/\btablesample\b|\bmerge into\b|\bcopy \w+ (?:to|from)\b/, /`copy`/],
]

test('[DB31] docs/scaling.md says of every kind of statement what other engines make of it', () => {
  const files = sourceFiles(['server'], path => isCode(path) && !isTest(path))
  const code = files.map(file => file.code).join('\n')
  const page = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8')
  const rows = page
    .slice(page.indexOf('## What others accept'), page.indexOf('## Read replicas'))
    .split('\n')
    .filter(line => line.startsWith('| '))
  // What it is for, and a cell for each of the four.
  expect(rows.filter(row => row.split(' | ').length !== 6)).toEqual([])
  const statements = rows.map(row => row.split(' | ')[0]).join('\n')
  const wrong = CONSTRUCTS.filter(([sent, row]) => sent.test(code) !== row.test(statements))
  expect(wrong.map(([sent]) => sent.source)).toEqual([])
  expect(/skipLocked\(|\bskip locked\b/.test(code)).toBe(false)
})
