import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patternOf, settingsOf, type ClickPattern } from '#core/click-pattern.ts'
import type { Piece } from '#core/piece.ts'
import { climbing, type QueuedPart } from '#core/session.ts'
import {
  atTempo,
  defaultStep,
  parseTrainerChoice,
  startedTrainer,
  trainerFor,
  type Trainer,
  type TrainerChoice,
  type TrainerSettings,
} from '#core/tempo-trainer.ts'
import type { Bpm } from '#core/tempo.ts'
import { showError } from '#web/kit/toast.tsx'
import { sameSettings } from '#web/metronome/same-settings.ts'
import { useMetronome, type MetronomeControl, type SoundSettings } from '#web/metronome/use-metronome.ts'
import { recordChange } from '#web/store/record-change.ts'
import { useKept } from '#web/store/use-kept.ts'
import { parseSoundSettings } from './sound-settings.ts'
import type { Routine } from './use-routine.ts'

export type StepClick = {
  readonly metronome: MetronomeControl
  readonly pattern: ClickPattern
  /** Heard at once; kept with the piece by `keepPattern`. */
  readonly tryPattern: (pattern: ClickPattern) => void
  readonly keepPattern: () => void
  readonly sound: SoundSettings
  readonly setSound: (sound: SoundSettings) => void
  readonly choice: TrainerChoice
  readonly setChoice: (choice: TrainerChoice) => void
  /** bpm of a step where the musician chose none. */
  readonly ownStep: number
  readonly settings: TrainerSettings
  /** The climb of this part as it stands. */
  readonly trainer: Trainer
}

/** The click of one step: its piece's pattern, the climb of its part, and how this device sounds. */
export function useStepClick(
  part: QueuedPart,
  piece: Piece | undefined,
  onChange: Routine['change'],
): StepClick {
  const { t: common } = useTranslation()
  const [sound, setSound] = useKept('sound', parseSoundSettings)
  const [choice, setChoice] = useKept('trainer', parseTrainerChoice)
  const [tried, setTried] = useState<ClickPattern | null>(null)
  const stored = piece?.click ?? null
  const pattern = useMemo(() => tried ?? patternOf(stored), [tried, stored])

  const endTempo = piece?.endTempo ?? part.endTempo
  const ends = { currentTempo: part.startTempo, endTempo }
  const settings = trainerFor(choice, ends)
  const trainer = {
    ...(part.trainer ?? startedTrainer(part.startTempo, endTempo, part.tempo)),
    goal: endTempo,
  }
  const metronome = useMetronome(pattern, { settings, goal: endTempo }, sound)

  const climbed = useEffectEvent((tempo: Bpm) => {
    if (settings.kind !== 'bars' || metronome.state !== 'running' || tempo === part.tempo) return
    onChange(before => climbing(before, atTempo(trainer, tempo)))
  })
  useEffect(() => climbed(metronome.tempo), [metronome.tempo])

  async function keepPattern() {
    if (tried === null || piece === undefined) return
    const click = settingsOf(tried)
    if (sameSettings(click ?? {}, settingsOf(patternOf(stored)) ?? {})) return setTried(null)
    const recorded = await recordChange({ kind: 'piece.patch', args: { id: piece.id, click } })
    if (recorded.kind !== 'saved') showError(common('toast.error'))
    // From here on the library has it; or it does not, and what sounds is what is kept.
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
    ownStep: defaultStep(ends),
    settings,
    trainer,
  }
}
