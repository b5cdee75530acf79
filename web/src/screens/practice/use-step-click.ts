import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patternFromSettings, settingsFromPattern, type ClickPattern } from '#core/music/click-pattern.ts'
import type { Piece } from '#core/library/piece.ts'
import { withTrainer, type QueuedPart } from '#core/practice/practice-session.ts'
import {
  withTrainerTempo,
  defaultTempoStep,
  parseTrainerChoice,
  startTrainer,
  trainerSettingsAt,
  type Trainer,
  type TrainerChoice,
  type TrainerSettings,
} from '#core/practice/tempo-trainer.ts'
import { showError } from '#web/kit/show-toast.tsx'
import { shallowEqual } from '#web/metronome/shallow-equal.ts'
import { useMetronome, type MetronomeControl, type SoundSettings } from '#web/metronome/use-metronome.ts'
import { recordChange } from '#web/store/record-change.ts'
import { usePersisted } from '#web/store/use-persisted.ts'
import { parseSoundSettings } from './sound-settings.ts'
import { useClimb } from './use-climb.ts'
import type { Routine } from './use-routine.ts'

/** The click of the shown step with its settings. */
export type StepClick = {
  readonly metronome: MetronomeControl
  readonly pattern: ClickPattern
  /** Applied immediately; `keepPattern` stores it with the piece. */
  readonly tryPattern: (pattern: ClickPattern) => void
  readonly keepPattern: () => void
  readonly sound: SoundSettings
  readonly setSound: (sound: SoundSettings) => void
  readonly choice: TrainerChoice
  readonly setChoice: (choice: TrainerChoice) => void
  /** Step size in bpm if the user has chosen none. */
  readonly ownStep: number
  readonly settings: TrainerSettings
  /** The current state of this part's trainer. */
  readonly trainer: Trainer
}

/** Returns the click of one step: its piece's pattern, its part's trainer and this device's sound settings. */
export function useStepClick(
  part: QueuedPart,
  piece: Piece | undefined,
  onChange: Routine['change'],
): StepClick {
  const { t: common } = useTranslation()
  const [sound, setSound] = usePersisted('sound', parseSoundSettings)
  const [choice, setChoice] = usePersisted('trainer', parseTrainerChoice)
  const [tried, setTried] = useState<ClickPattern | null>(null)
  const stored = piece?.click ?? null
  const pattern = useMemo(() => tried ?? patternFromSettings(stored), [tried, stored])

  const endTempo = piece?.endTempo ?? part.endTempo
  const trainer = {
    ...(part.trainer ?? startTrainer(part.startTempo, endTempo, part.tempo)),
    goal: endTempo,
  }
  // By bars the step must not change during a run, so it is that of the tempo where the climb began.
  const stepsFrom = choice.kind === 'bars' ? part.startTempo : trainer.tempo
  const settings = trainerSettingsAt(choice, stepsFrom)
  const metronome = useMetronome(pattern, { settings, goal: endTempo }, sound)

  useClimb(metronome, settings, part.tempo, tempo =>
    onChange(before => withTrainer(before, withTrainerTempo(trainer, tempo))),
  )

  async function keepPattern() {
    if (tried === null || piece === undefined) return
    const click = settingsFromPattern(tried)
    if (shallowEqual(click ?? {}, settingsFromPattern(patternFromSettings(stored)) ?? {}))
      return setTried(null)
    const recorded = await recordChange({ kind: 'piece.patch', args: { id: piece.id, click } })
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
