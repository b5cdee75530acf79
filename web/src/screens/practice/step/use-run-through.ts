import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undeletedPartsOf, type Library } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import {
  endRunThrough,
  runThroughIntentions,
  elapsedRunThroughSeconds,
  type RunThroughAnswer,
  type RunThroughPracticeEntry,
} from '#core/timed-session/timed-routine.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import { localDay } from '#web/device/calendar.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { newPracticeEntryId, newRunThroughId, recordChanges } from '#web/store/record-change.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import type { PressGuard } from '../shortcuts/use-press-guard.ts'
import type { RoutineControl } from '../routine/use-routine.ts'

type RunThroughControl = {
  /**
   * Saves a practice entry for each part of the piece and goes on to the first step. Does nothing while an answer is
   * being saved, or if the press is an unintended repetition.
   */
  readonly answer: (answer: RunThroughAnswer, pressedAt: number) => Promise<void>
  /** Goes on to the first step without saving anything. Does nothing in the same cases as `answer`. */
  readonly skip: (pressedAt: number) => void
  readonly isSaving: boolean
}

type Options = {
  readonly runThrough: PlannedRunThrough
  readonly library: Library
  readonly ending: PressGuard
  readonly onRecord: RoutineControl['recordWithRoutine']
}

/**
 * Returns the functions with which the user ends the run-through (playing a piece once without stopping) at the start
 * of a routine: one saves an answer, the other skips. The user can undo a saved answer. If the piece is deleted or put
 * on hold (excluded from practice), the run-through ends automatically (rule PF4).
 */
export function useRunThrough({ runThrough, library, ending, onRecord }: Options): RunThroughControl {
  const { pieceId, piece } = runThrough
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const device = useDeviceLibrary()
  const [isSaving, setSaving] = useState(false)
  const isGone = !isPlayable(library, pieceId)

  async function undo(entries: readonly RunThroughPracticeEntry[]) {
    const recorded = await recordChanges(
      device,
      entries.map(({ id, part: { currentTempo, lastPracticed } }) => ({
        kind: 'practice.retract',
        args: { id, currentTempo, lastPracticed },
      })),
    )
    if (recorded.kind !== 'saved') showError(common('toast.error'))
  }

  const goOn = () =>
    void onRecord((_, now) => ({ intentions: [], after: routine => endRunThrough(routine, [], now) }))

  const leaveGonePiece = useEffectEvent(goOn)
  useEffect(() => {
    if (isGone && !isSaving) leaveGonePiece()
  }, [isGone, isSaving])

  async function answer(given: RunThroughAnswer, pressedAt: number) {
    if (isSaving || isGone || !ending.accept(pressedAt)) return
    const entries = undeletedPartsOf(library, pieceId).map(part => ({ id: newPracticeEntryId(), part }))
    const ids = entries.map(({ id }) => id)
    setSaving(true)
    const recorded = await onRecord(({ timed }, now) => ({
      intentions: runThroughIntentions({
        id: newRunThroughId(),
        entries,
        answer: given,
        seconds: timed === null ? 0 : elapsedRunThroughSeconds(timed, now),
        day: localDay(now),
      }),
      after: routine => endRunThrough(routine, ids, now),
    }))
    if (recorded.kind === 'saved') {
      showSuccess(t('runThrough.saved', { piece }), {
        label: common('undo'),
        run: () => void undo(entries),
      })
    } else {
      setSaving(false)
      // The next press is a retry, not an echo.
      ending.reset()
      showError(common('toast.error'))
    }
  }

  return {
    answer,
    skip(pressedAt) {
      if (!isSaving && ending.accept(pressedAt)) goOn()
    },
    isSaving,
  }
}

function isPlayable(library: Library, id: PieceId): boolean {
  const piece = library.pieces.get(id)
  return piece?.deletedAt === null && !piece.onHold && undeletedPartsOf(library, id).length > 0
}
