import { applyChange } from '#core/library/apply-change.ts'
import { mutableCopy, setRows, type Library, type Rows } from '#core/library/library.ts'
import { MAX_CHANGES_SENT } from '#core/protocol/sync-protocol.ts'
import { aChange, changeId, NOON } from '#tests/library/builders.ts'
import { applyDelta, EMPTY_COPY } from '#web/store/device-copy.ts'
import type { PendingRow } from '#web/store/local-database.ts'
import { growthOf } from './growth.ts'
import { aPracticedLibrary, practiceInLibrary } from './practiced-library.ts'

export const name = 'what waits after every round of sync'

const WAITING = 5_000
const RUNS = 5
/** Not twelve: the rest of the queue is copied in each round, and 50,000 places of it do not fit into a cache. */
const MOST_TIMES = 30

/**
 * Milliseconds in which a tab takes over the answers of all rounds until nothing waits any more, without the database.
 * Throws if ten times the changes take more than 30 times as long; work with the square would take a hundred times.
 */
export async function measure(): Promise<Record<string, number>> {
  return growthOf('so many waiting changes, sent in rounds of 50', WAITING, untilSent, RUNS, MOST_TIMES)
}

function untilSent(count: number): number {
  const confirmed = aPracticedLibrary(0)
  const waiting = Array.from({ length: count }, (_, number): PendingRow => ({
    seq: number + 1,
    id: changeId(number),
    change: aChange(practiceInLibrary(number), { id: changeId(number), at: NOON + number }),
    offset: 0,
  }))
  const answers = answersOf(confirmed, waiting)
  let copy = applyDelta({ ...EMPTY_COPY, confirmed, view: confirmed }, { kind: 'waiting', added: waiting })
  const started = performance.now()
  for (const rows of answers) {
    const { version } = copy.position
    copy = applyDelta(copy, {
      kind: 'round',
      rows,
      outbox: copy.outbox.slice(MAX_CHANGES_SENT),
      position: { ...copy.position, version: version + 1 },
      refused: 0,
    })
  }
  const took = performance.now() - started
  if (copy.outbox.length > 0 || copy.confirmed.practice.size !== count) throw new Error('a change is missing')
  return took
}

/** The rows that a server sends in each round: those that its changes have written. */
function answersOf(confirmed: Library, waiting: readonly PendingRow[]): Rows[] {
  const library = mutableCopy(confirmed)
  const answers: Rows[] = []
  for (let sent = 0; sent < waiting.length; sent += MAX_CHANGES_SENT) {
    const written = { pieces: new Map(), parts: new Map(), practice: new Map() }
    for (const { change } of waiting.slice(sent, sent + MAX_CHANGES_SENT)) {
      const outcome = applyChange(library, change)
      if (outcome.kind === 'refused') throw new Error(outcome.code)
      setRows(library, outcome.rows)
      for (const kind of ['pieces', 'parts', 'practice'] as const)
        for (const row of outcome.rows[kind]) written[kind].set(row.id, row)
    }
    const [pieces, parts, practice] = [written.pieces, written.parts, written.practice].map(rows => [
      ...rows.values(),
    ])
    answers.push({ pieces: pieces ?? [], parts: parts ?? [], practice: practice ?? [] })
  }
  return answers
}
