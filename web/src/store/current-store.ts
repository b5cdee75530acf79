import type { Intention } from '#core/change.ts'
import type { Timestamp } from '#core/day.ts'
import type { Library } from '#core/library.ts'
import type { KnownRole, StripeRole } from '#core/plan.ts'
import type { RefusalCode } from '#core/problem.ts'
import type { RoundPlan } from './round-writes.ts'
import type { DeviceCopy } from './device-copy.ts'
import type { ParkedRow } from './local-database.ts'
import { observable, type Observable } from './observable.ts'
import type { Queue } from './queue.ts'

/** 'saved' is only ever said when the transaction has committed; 'failed' means this device cannot store now. */
export type Recorded = { kind: 'saved' } | { kind: 'refused'; code: RefusalCode } | { kind: 'failed' }

/** Who the database belongs to, as the server last told it, so that the app opens without asking. */
export type Profile = {
  readonly id: string
  readonly name: string | null
  readonly email: string
  readonly image: string | null
}

/** A profile as it is kept, and whether the session was over when the server was last asked, and why. */
export type KeptProfile = {
  readonly profile: Profile
  readonly expired: boolean
  readonly ended: string | null
}

/** What a screen keeps for its return, beside the library: it can be lost without losing music (D21). */
export type KeptName =
  | 'session'
  | 'profile'
  | 'avatar'
  | 'last-event'
  | 'install-hint'
  | 'storage-asked'
  | 'analytics-consent'
  | 'sound'
  | 'trainer'
  | 'pedal'
  | `draft ${string}`

/** The open library of one user on this device, without a word of how it is stored. */
export type OpenStore = {
  readonly userId: string
  /** What this tab holds in memory. */
  readonly copy: Observable<DeviceCopy>
  /** All of them in one transaction, or none; `times` tells when each was done first, if not now. Never rejects. */
  record(intentions: readonly Intention[], times?: readonly (Timestamp | null)[]): Promise<Recorded>
  /** Reads what other tabs have written. Never rejects. */
  refresh(): Promise<void>
  /** What the server answered, judged against what stands in the database at that moment, in one transaction. */
  takeRound(plan: RoundPlan): Promise<'taken' | 'stale' | 'failed'>
  /** The plan, told outside a round. Resolves to whether that is on disk. Never rejects. */
  takeRole(role: StripeRole): Promise<boolean>
  /** The changes that the server refused, with its reasons. Never rejects. */
  parkedChanges(): Promise<ParkedRow[]>
  /** Sends refused changes again, under the same ids. Resolves to whether that is on disk, as the next two. */
  retry(rows: readonly ParkedRow[]): Promise<boolean>
  /** Throws refused changes away. */
  discard(rows: readonly ParkedRow[]): Promise<boolean>
  /** Takes back that they were thrown away. */
  restore(rows: readonly ParkedRow[]): Promise<boolean>
  /** What was kept under a name, in whatever form an earlier version gave it; null where there is none. Never rejects. */
  kept(name: KeptName): Promise<unknown>
  /** Keeps a value in place of the last one, or nothing: null. Resolves to whether it is on disk. Never rejects. */
  keep(name: KeptName, value: unknown): Promise<boolean>
  /** Words to the operator that wait for a connection. */
  readonly letters: Queue
  /** Counted events that wait to be sent. */
  readonly events: Queue
  close(): void
}

/**
 * Loading until the database has been read, failed when this browser offers none. Unheard: empty on this device, which
 * says nothing, because the server has never told what there is (rule ST17).
 */
export type LibraryState =
  | { kind: 'loading' }
  | { kind: 'ready'; library: Library }
  | { kind: 'unheard'; because: 'offline' | 'signed-out' | 'update-needed'; library: Library }
  | { kind: 'failed' }

// One user at a time uses this page. Whoever reads these knows nothing of IndexedDB, so the library that talks to
// it is loaded only where somebody is signed in (open-store.ts).
export const currentStore = observable<OpenStore | null>(null)
export const libraryState = observable<LibraryState>({ kind: 'loading' })
/** The plan as the server last told it; undefined until it has. */
export const knownRole = observable<KnownRole>(undefined)
