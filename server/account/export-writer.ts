import type { ExportedPractice } from '#core/import-export/export-format.ts'
import type { ExportedEvent, ExportWithoutLists } from './export-rows.ts'

/**
 * Renders an export incrementally: the beginning, each page of practice entries, the text between, each page of
 * events, and the end.
 */
export type ExportWriter = {
  begin: (head: ExportWithoutLists) => string
  practice: (rows: readonly ExportedPractice[]) => string
  between: string
  events: (rows: readonly ExportedEvent[]) => string
  end: string
}
