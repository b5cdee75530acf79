import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Piece } from '#core/library/piece.ts'
import {
  type ClickPattern,
  clickPatternFromSettings,
  clickSettingsFromPattern,
} from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { QueuedPart } from '#core/practice/routine.ts'
import {
  createTrainerState,
  defaultStepBaseTempo,
  defaultTempoStep,
  parseTrainerPreferences,
  type TrainerPreferences,
  type TrainerSettings,
  trainerSettingsForTempo,
  type TrainerState,
  withTrainerTempo,
} from '#core/practice/tempo-trainer.ts'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { shallowEqual } from '#web/metronome/shallow-equal.ts'
import { type MetronomeControl, type SoundSettings, useMetronome } from '#web/metronome/use-metronome.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { recordChange } from '#web/store/record-change.ts'
import { parseSoundSettings } from './sound-settings.ts'
import { useTempoClimb } from './step-parts.tsx'
import type { RoutineControl } from './use-routine.ts'

/** The metronome of a practice step with its pattern, sound and trainer, and what changes them. */
export type StepMetronome = {
  readonly metronome: MetronomeControl
  readonly pattern: ClickPattern
  /** Applies a click pattern immediately, without storing it. `keepPattern` stores it with the piece. */
  readonly tryPattern: (pattern: ClickPattern) => void
  readonly keepPattern: () => void
  readonly sound: SoundSettings
  readonly setSound: (sound: SoundSettings) => void
  readonly choice: TrainerPreferences
  readonly setChoice: (choice: TrainerPreferences) => void
  /** Default step of the tempo trainer in bpm, used if the user has chosen none. */
  readonly ownStep: number
  readonly settings: TrainerSettings
  /** The current state of this part's tempo trainer. */
  readonly trainer: TrainerState
}

/**
 * Returns the metronome of a practice step. The click pattern is stored with the piece, the trainer with the part,
 * sound and preferences on this device.
 *
 * @param onClimb called with the new tempo when the trainer has raised that of the running metronome
 */
export function useStepMetronome(
  part: QueuedPart,
  piece: Piece | undefined,
  dispatch: RoutineControl['dispatch'],
  onClimb: (tempo: Bpm) => void,
): StepMetronome {
  const { t: common } = useTranslation()
  const device = useDeviceLibrary()
  const [sound, setSound] = usePersisted('sound', parseSoundSettings)
  const [choice, setChoice] = usePersisted('trainer', parseTrainerPreferences)
  const [tried, setTried] = useState<ClickPattern | null>(null)
  const stored = piece?.click ?? null
  const pattern = useMemo(() => tried ?? clickPatternFromSettings(stored), [tried, stored])

  const endTempo = piece?.endTempo ?? part.endTempo
  const trainer = {
    ...(part.trainer ?? createTrainerState(part.startTempo, endTempo, part.tempo)),
    goal: endTempo,
  }
  const stepsFrom = defaultStepBaseTempo(choice, part.startTempo, trainer.tempo)
  const settings = trainerSettingsForTempo(choice, stepsFrom)
  const metronome = useMetronome(pattern, { settings, goal: endTempo }, sound)

  useTempoClimb(metronome, settings, part.tempo, tempo => {
    dispatch({ kind: 'train', trainer: withTrainerTempo(trainer, tempo) })
    onClimb(tempo)
  })

  async function keepPattern() {
    if (tried === null || piece === undefined) return
    const click = clickSettingsFromPattern(tried)
    if (shallowEqual(click ?? {}, clickSettingsFromPattern(clickPatternFromSettings(stored)) ?? {}))
      return setTried(null)
    const recorded = await recordChange(device, { kind: 'piece.patch', args: { id: piece.id, click } })
    if (recorded.kind !== 'saved') showError(common('toast.error'))
    // The pattern is stored in the library now, or storing failed and the stored one applies.
    setTried(null)
  }

  return {
    metronome,
    pattern,
    tryPattern: setTried,
    keepPattern: () => void keepPattern(),
    sound,
    setSound,
    choice,
    setChoice,
    ownStep: defaultTempoStep(stepsFrom),
    settings,
    trainer,
  }
}
