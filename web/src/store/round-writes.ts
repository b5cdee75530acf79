import type { Rows } from '#core/library.ts'
import type { DeviceCopy, Position } from './device-copy.ts'
import type { ParkedRow } from './local-database.ts'

/** Everything an answer of the server changes on this device; written in one transaction or not at all. */
export type RoundWrites = {
  /** The rows are everything: the confirmed ones that stood before are void. */
  readonly reset: boolean
  readonly rows: Rows
  /** Places in the outbox whose changes the server has answered. */
  readonly answered: readonly number[]
  readonly parked: readonly ParkedRow[]
  readonly position: Omit<Position, 'version' | 'generation'>
}

/**
 * What an answer changes, given what the database holds at that moment; null when the answer was overtaken by what
 * another tab has stored meanwhile and must be asked for again.
 */
export type RoundPlan = (copy: DeviceCopy) => RoundWrites | null
