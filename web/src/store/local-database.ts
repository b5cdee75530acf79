import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Change } from '#core/change.ts'
import type { Timestamp } from '#core/day.ts'
import type { Part, Piece, Practice } from '#core/piece.ts'
import type { RefusalCode } from '#core/problem.ts'
import type { Position } from './device-copy.ts'

/** A change that waits for the server, in the order in which it was made. */
export type PendingRow = {
  /** Given by IndexedDB, so that two tabs can never write over each other. */
  readonly seq: number
  readonly id: string
  readonly change: Change
  /** What this device believed its clock to be behind the server's, in milliseconds, when it stamped the change. */
  readonly offset: number
  /** It was refused before and comes after changes that were made later: its stamp stays what it is. */
  readonly again?: true
}

/** A change that the server refused: kept whole, with the reason, until the musician decides. */
export type ParkedRow = {
  readonly id: string
  readonly change: Change
  /** As of a change that waits. */
  readonly offset: number
  readonly code: RefusalCode
  readonly at: Timestamp
}

/** A change that the server has applied, at this moment of this device's clock. */
export type AppliedRow = PendingRow & { readonly at: Timestamp }

/** Something that goes to the server beside the library, once, in the order in which it was put here. */
export type QueuedRow = { readonly seq: number; readonly id: string; readonly item: unknown }

export type MetaRow = { readonly key: string; readonly value: unknown }

export const DATABASE_PREFIX = 'dacapo-'

/** The database of one user on this device. It never opens itself: once deleted at sign-out, it stays deleted. */
export class LocalDatabase extends Dexie {
  declare readonly pieces: EntityTable<Piece, 'id'>
  declare readonly parts: EntityTable<Part, 'id'>
  declare readonly practice: EntityTable<Practice, 'id'>
  declare readonly outbox: Table<PendingRow, number, Omit<PendingRow, 'seq'>>
  declare readonly parked: EntityTable<ParkedRow, 'id'>
  /** What the server has applied, for a while: one that is set back to a backup gets it again. */
  declare readonly applied: EntityTable<AppliedRow, 'seq'>
  declare readonly meta: EntityTable<MetaRow, 'key'>
  /** What was written to the operator and has not been sent. */
  declare readonly letters: Table<QueuedRow, number, Omit<QueuedRow, 'seq'>>
  /** What was done and has not been counted. */
  declare readonly events: Table<QueuedRow, number, Omit<QueuedRow, 'seq'>>

  constructor(userId: string) {
    // Chromium's default calls a transaction complete before it is on disk; "saved" has to be true after a power cut.
    super(DATABASE_PREFIX + userId, { autoOpen: false, chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      pieces: 'id,revision',
      parts: 'id,revision',
      practice: 'id,revision',
      outbox: '++seq,&id',
      parked: 'id',
      meta: 'key',
    })
    this.version(2).stores({ letters: '++seq,&id', events: '++seq,&id' })
    this.version(3).stores({ applied: 'seq,at' })
    // Another tab deletes the database or brings a newer version of it: let go, and do not come back by yourself.
    this.on('versionchange', () => {
      this.close({ disableAutoOpen: true })
      return false
    })
  }
}

/** How far this device is; the first one when it never heard of the server. */
export async function readPosition(database: LocalDatabase): Promise<Position | undefined> {
  const row = await database.meta.get('position')
  return row?.value as Position | undefined
}
