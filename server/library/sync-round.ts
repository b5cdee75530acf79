import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { parseChange, type Change, type ChangeId, type ParseChangeResult } from '#core/library/change.ts'
import {
  upsertRowsInPlace,
  undeletedPartsOf,
  undeletedPieces,
  type MutableLibrary,
  type RowsWithEntries,
} from '#core/library/library.ts'
import { correctClientStamp } from '#core/library/merge.ts'
import { rowsAddPiecesOrParts, checkChangeAgainstPlanLimits, type StripeRole } from '#core/plan/plan.ts'
import {
  type SyncChangeResult,
  type SyncRequest,
  type SyncResponse,
  parseSyncRequest,
  syncOperation,
} from '#core/protocol/sync-protocol.ts'
import { classifyDatabaseError } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadChangeEvaluationState, type ChangeEvaluationState } from './evaluation-state.ts'
import {
  emptyPage,
  isOneRevisionBehind,
  loadPageOrReset,
  loadPageIfBehind,
  type LibraryRevisionState,
  type LibraryPage,
} from './rows-since.ts'
import {
  addRowCounts,
  wouldExceedQuota,
  ZERO_ROW_COUNTS,
  secondsUntilNextUtcDay,
  utcDay,
  type RowCounts,
  type UserLimits,
  DEFAULT_USER_QUOTA,
} from './user-quota.ts'
import { writeLibraryIfUnchanged, type LibraryWrite } from './library-rows.ts'
import { applyChange } from '#core/library/apply-change.ts'
import type { PieceId } from '#core/library/piece.ts'
import { Hono } from 'hono'
import { isClientAbort, jsonResponse, problemResponse } from '#server/http/problem-response.ts'
import { findExpectedUserSession } from '#server/http/identify-caller.ts'
import { createInMemoryLimiter } from '#server/http/rate-limit.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import { parseShallowJson } from '#server/http/mount-operation.ts'
import type { LibraryServerContext } from './live-route.ts'

export type SyncRoundInput = {
  userId: string
  request: SyncRequest
  now: number
  share: UserLimits
}

export type SyncRoundResult =
  | { kind: 'answered'; answer: SyncResponse; newRevision: number | null }
  | { kind: 'user-gone' }
  | { kind: 'exhausted'; retryAfterSeconds: number }
  | { kind: 'contended' }

const MAX_ATTEMPTS = 10
const MAX_PAUSE_MILLISECONDS = 20

export async function runSyncRound(
  db: Kysely<Tables>,
  log: Logger,
  round: SyncRoundInput,
): Promise<SyncRoundResult> {
  const incoming = round.request.changes.map(change => parseIncoming(change, round))
  const isReadOnly = incoming.every(({ parsed }) => parsed.kind === 'rejected')
  const batch = isReadOnly ? refuseAll(incoming) : await applyBatch(db, log, round, incoming)
  return batch.kind === 'applied' ? buildResponse(db, round, batch) : batch
}

function parseIncoming(change: { readonly id: string }, { request, now }: SyncRoundInput): IncomingChange {
  const parsed = parseChange(change)
  if (parsed.kind === 'rejected') return { id: change.id, parsed }
  const { change: today } = parsed
  const at =
    today.original === true ? Math.min(now, today.at) : correctClientStamp(today.at, request.clientNow, now)
  return { id: change.id, parsed: { kind: 'change', change: { ...today, at } } }
}

type AppliedBatch = {
  kind: 'applied'
  results: SyncChangeResult[]
  written: { rows: RowsWithEntries; head: LibraryRevisionState; plan: StripeRole } | null
}
type BatchResult = AppliedBatch | Exclude<SyncRoundResult, { kind: 'answered' }>

const refuseAll = (incoming: readonly IncomingChange[]): AppliedBatch => ({
  kind: 'applied',
  results: incoming.flatMap(({ id, parsed }): SyncChangeResult[] =>
    parsed.kind === 'rejected' ? [{ id, status: 'rejected', code: parsed.code }] : [],
  ),
  written: null,
})

async function applyBatch(
  db: Kysely<Tables>,
  log: Logger,
  round: SyncRoundInput,
  incoming: readonly IncomingChange[],
): Promise<BatchResult> {
  try {
    return await applyUnlessContended(db, round, incoming)
  } catch (error) {
    const [only, another] = incoming
    if (classifyDatabaseError(error) !== 'statement-error' || only === undefined) throw error
    if (another === undefined) {
      log.error({ err: error, change: only.id }, 'a change could not be applied and was set aside')
      const results = [{ id: only.id, status: 'rejected' as const, code: 'server-error' as const }]
      return { kind: 'applied', results, written: null }
    }
    const middle = Math.ceil(incoming.length / 2)
    const first = await applyBatch(db, log, round, incoming.slice(0, middle))
    if (first.kind !== 'applied') return first
    const second = await applyBatch(db, log, round, incoming.slice(middle))
    if (second.kind !== 'applied') return second
    const results = [...first.results, ...second.results]
    return { kind: 'applied', results, written: second.written ?? first.written }
  }
}

async function applyUnlessContended(
  db: Kysely<Tables>,
  round: SyncRoundInput,
  incoming: readonly IncomingChange[],
): Promise<BatchResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const batch = await applyOnce(db, round, incoming)
    if (batch !== null) return batch
    await pause(Math.random() * MAX_PAUSE_MILLISECONDS)
  }
  return { kind: 'contended' }
}

async function applyOnce(
  db: Kysely<Tables>,
  { userId, now, share }: SyncRoundInput,
  incoming: readonly IncomingChange[],
): Promise<BatchResult | null> {
  const changes = incoming.flatMap(({ parsed }): Change[] =>
    parsed.kind === 'change' ? [parsed.change] : [],
  )
  const state = await loadChangeEvaluationState(db, userId, changes)
  if (state === null) return { kind: 'user-gone' }
  const { epoch, revision, minimumRevision, plan, day } = state
  const changesOfDay = (day === utcDay(now) ? state.changesOfDay : 0) + changes.length
  if (changesOfDay > share.changesPerDay)
    return { kind: 'exhausted', retryAfterSeconds: secondsUntilNextUtcDay(now) }
  const { results, write } = evaluateChanges(incoming, state, share)
  if (write === null) return { kind: 'applied', results, written: null }
  const head = { epoch, revision, minimumRevision }
  const input = { userId, now, head, day: utcDay(now), changesOfDay, ...write }
  if (!(await writeLibraryIfUnchanged(db, input))) return null
  const next = { ...head, revision: revision + 1 }
  return { kind: 'applied', results, written: { rows: write.rows, head: next, plan } }
}

async function buildResponse(
  db: Kysely<Tables>,
  { userId, request, now }: SyncRoundInput,
  { results, written }: AppliedBatch,
): Promise<SyncRoundResult> {
  const respond = (page: LibraryPage): SyncRoundResult => ({
    kind: 'answered',
    answer: { results, now, ...page },
    newRevision: written?.head.revision ?? null,
  })
  if (written === null) return respond(await loadPageIfBehind(db, userId, request))
  const { rows, head, plan } = written
  if (!isOneRevisionBehind(head, request)) return respond(await loadPageOrReset(db, userId, request))
  // Most devices lack only the rows that this round wrote, so the database need not be asked for them.
  const { pieces, parts, practice: entries } = rows
  return respond({ ...emptyPage(head, plan), rows: { pieces, parts }, entries })
}

type IncomingChange = { id: string; parsed: ParseChangeResult }

function evaluateChanges(
  incoming: readonly IncomingChange[],
  state: ChangeEvaluationState,
  quota: UserLimits,
): { results: SyncChangeResult[]; write: LibraryWrite | null } {
  const library = emptyLibrary()
  upsertRowsInPlace(library, state)
  const known = new Set(state.known)
  const written = emptyLibrary()
  const applied: ChangeId[] = []
  let added = ZERO_ROW_COUNTS
  const holdings = holdingsOf(library, state.undeletedPieces)

  function evaluate({ id, parsed }: IncomingChange): SyncChangeResult {
    if (parsed.kind === 'rejected') return { id, status: 'rejected', code: parsed.code }
    if (known.has(id)) return { id, status: 'duplicate' }
    const outcome = applyChange(library, parsed.change)
    if (outcome.kind === 'rejected') return { id, status: 'rejected', code: outcome.code }
    const { rows } = outcome
    if (rowsAddPiecesOrParts(library, rows)) {
      const admission = checkChangeAgainstPlanLimits(parsed.change, holdings, state.plan)
      if (admission.kind === 'rejected') return { id, status: 'rejected', code: admission.because }
    }
    const newRows = countNewRows(library, rows)
    if (wouldExceedQuota(newRows, addRowCounts(state, added), quota))
      return { id, status: 'rejected', code: 'library-full' }
    added = addRowCounts(added, newRows)
    upsertRowsInPlace(library, rows)
    upsertRowsInPlace(written, rows)
    known.add(id)
    applied.push(parsed.change.id)
    return { id, status: 'applied' }
  }

  const results = incoming.map(evaluate)
  if (applied.length === 0) return { results, write: null }
  return { results, write: { rows: rowsAt(written, state.revision + 1), changes: applied, added } }
}

const emptyLibrary = (): MutableLibrary => ({ pieces: new Map(), parts: new Map(), practice: new Map() })

function holdingsOf(library: MutableLibrary, allPieces: number | null) {
  const untouched = allPieces === null ? null : allPieces - undeletedPieces(library).length
  return {
    get pieces() {
      if (untouched === null) throw new Error('the pieces were not counted')
      return untouched + undeletedPieces(library).length
    },
    partsOf: (pieceId: PieceId) => undeletedPartsOf(library, pieceId).length,
  }
}

function countNewRows(library: MutableLibrary, { pieces, parts, practice }: RowsWithEntries): RowCounts {
  const newPieces = pieces.filter(({ id }) => !library.pieces.has(id)).length
  const newParts = parts.filter(({ id }) => !library.parts.has(id)).length
  const practiceRows = practice.filter(({ id }) => !library.practice.has(id)).length
  return { libraryRows: newPieces + newParts, practiceRows }
}

const rowsAt = ({ pieces, parts, practice }: MutableLibrary, revision: number): RowsWithEntries => ({
  pieces: [...pieces.values()].map(piece => ({ ...piece, revision })),
  parts: [...parts.values()].map(part => ({ ...part, revision })),
  practice: [...practice.values()].map(entry => ({ ...entry, revision })),
})

const RETRY_SECONDS = 5

const CONFLICT_SECONDS = 1

export type SyncLimitsPerUser = {
  roundsPerMinute?: number
  share?: UserLimits
}

export function syncRoutes(
  context: LibraryServerContext,
  { roundsPerMinute = Infinity, share = DEFAULT_USER_QUOTA }: SyncLimitsPerUser = {},
): Hono {
  const { database, identity, log, now } = context
  const waitForRounds = createInMemoryLimiter(roundsPerMinute)
  const waitForChanges = createInMemoryLimiter(share.changesPerMinute)
  return new Hono().post(syncOperation.path, async exchange => {
    try {
      const signedIn = await findExpectedUserSession(identity, exchange)
      if (signedIn === null) return problemResponse('signed-out')
      const userId = signedIn.user.id
      const soonest = waitForRounds(userId, now())
      if (soonest !== null) return tooMany(soonest)
      const request = requestIn(await exchange.req.text())
      if (request instanceof Response) {
        counterIncrementers.syncRound('malformed')
        return request
      }
      const later = waitForChanges(userId, now(), request.changes.length)
      if (later !== null) return tooMany(later)
      const round = await runSyncRound(database.db, log, { userId, request, now: now(), share })
      if (round.kind === 'user-gone') return problemResponse('signed-out')
      if (round.kind === 'exhausted') return tooMany(round.retryAfterSeconds)
      if (round.kind === 'contended') return tooMany(CONFLICT_SECONDS)
      if (round.newRevision !== null) database.bus.publish(userId, round.newRevision)
      counterIncrementers.syncRound('done')
      for (const { status } of round.answer.results) counterIncrementers.change(status)
      return jsonResponse(exchange, round.answer)
    } catch (error) {
      if (isClientAbort(error)) throw error
      if (classifyDatabaseError(error) === 'statement-error' && (await database.isReady())) throw error
      log.warn({ err: error }, 'a round could not be done, the database is away')
      counterIncrementers.syncRound('unavailable')
      return problemResponse('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    }
  })
}

function tooMany(retryAfterSeconds: number) {
  counterIncrementers.syncRound('too-many')
  return problemResponse('too-many-requests', { retryAfterSeconds })
}

const PROBLEM_OF_REQUEST = {
  malformed: 'malformed-request',
  'too-many': 'too-large',
  'too-old': 'client-too-old',
} as const

function requestIn(body: string): SyncRequest | Response {
  const json = parseShallowJson(body)
  if (json.kind === 'malformed') return problemResponse('malformed-json')
  const parsed = parseSyncRequest(json.value)
  return parsed.kind === 'request' ? parsed.request : problemResponse(PROBLEM_OF_REQUEST[parsed.kind])
}
