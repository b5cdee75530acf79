import type { FileWriter } from './export-file.ts'

/** An export as one JSON document, one entry of a list per line: people look into it, too (rule EX1). */
export function jsonFile(): FileWriter {
  const practice = list()
  const events = list()
  return {
    begin: head => `${JSON.stringify(head, null, 1).slice(0, -2)},\n "practice": [`,
    practice,
    between: '\n ],\n "events": [',
    events,
    end: '\n ]\n}\n',
  }
}

/** Pages of a list, which know whether one came before them. */
function list() {
  let isBegun = false
  return (rows: readonly unknown[]) => {
    const text = rows.map(row => `\n  ${JSON.stringify(row)}`).join(',')
    const page = isBegun ? `,${text}` : text
    isBegun = true
    return page
  }
}
