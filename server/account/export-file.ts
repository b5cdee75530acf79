import type { Kysely } from 'kysely'
import type { TableLanguage } from '#core/export-words.ts'
import type { Tables } from '#server/database/tables.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { eventPages, headOfExport, practicePages } from './export-rows.ts'
import type { ExportedEvent, Head } from './export-rows.ts'
import type { ExportedPractice } from '#core/export-format.ts'
import { jsonFile } from './export-json.ts'
import { tableFile } from './export-table.ts'

export type Asked = { format: 'json' } | { format: 'csv'; language: TableLanguage }

/** How a file is written: its beginning, each page of the long lists, its end. */
export type FileWriter = {
  begin: (head: Head) => string
  practice: (rows: readonly ExportedPractice[]) => string
  between: string
  events: (rows: readonly ExportedEvent[]) => string
  end: string
}

/**
 * The whole file as it was at one moment; null for a user who is gone (rules EX2, EX3). It is read page by page, so
 * that others get their turn in between, and only then sent: no transaction waits for a slow connection, and what
 * fails in the middle is an answer with a failure in it, never half a file that looks like a whole one.
 */
export const exportFile = (
  db: Kysely<Tables>,
  userId: string,
  now: number,
  asked: Asked,
): Promise<Buffer | null> =>
  inSnapshot(db, async db => {
    const head = await headOfExport(db, userId, now)
    if (head === null) return null
    const writer = asked.format === 'json' ? jsonFile() : tableFile(head, asked.language)
    const written = [Buffer.from(writer.begin(head))]
    for await (const rows of practicePages(db, userId)) written.push(Buffer.from(writer.practice(rows)))
    written.push(Buffer.from(writer.between))
    for await (const rows of eventPages(db, userId)) written.push(Buffer.from(writer.events(rows)))
    written.push(Buffer.from(writer.end))
    return Buffer.concat(written)
  })
