import type { ExportWriter } from './export-writer.ts'

/**
 * Creates a writer that formats an export as one JSON document. Each practice entry and event is on its own line,
 * which makes the file readable for people (rule EX1).
 */
export function createJsonExportWriter(): ExportWriter {
  const practice = listSeparator()
  const events = listSeparator()
  return {
    begin: head => `${JSON.stringify(head, null, 1).slice(0, -2)},\n "practice": [`,
    practice,
    between: '\n ],\n "events": [',
    events,
    end: '\n ]\n}\n',
  }
}

/** Separates list entries with commas across pages. */
function listSeparator() {
  let isBegun = false
  return (rows: readonly unknown[]) => {
    const text = rows.map(row => `\n  ${JSON.stringify(row)}`).join(',')
    const page = isBegun ? `,${text}` : text
    isBegun = true
    return page
  }
}
