import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Library, undeletedPartsOf } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import { clickPatternFromSettings } from '#core/music/click-pattern.ts'
import { addBpmWithinLimits, type Bpm, DEFAULT_BPM } from '#core/music/tempo.ts'
import { currentStepPracticedMs } from '#core/practice/routine.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import { createRunThroughEntryIntentions } from '#core/timed-session/timed-routine.ts'
import { localDay } from '#web/device/calendar.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { i18nOptionsForDay } from '#web/kit/day-as-date-param.ts'
import { Page } from '#web/kit/page.tsx'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import { useHideNavigation } from '#web/kit/screen.ts'
import { NO_TEMPO_CLIMB } from '#web/metronome/click-queue.ts'
import { useMetronome } from '#web/metronome/use-metronome.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import { newPracticeEntryId, newRunThroughId } from '#web/store/record-change.ts'
import { useTrackPracticeTime } from './screen-effects.ts'
import { type PressGuard, usePedalKeysSetting, useStepShortcuts } from './shortcuts.ts'
import { parseSoundSettings } from './sound-settings.ts'
import {
  MetronomeAlert,
  MetronomeTempoControl,
  MuteButton,
  PlayAndTempoButtons,
  StepTitle,
  useAnnouncement,
} from './step-parts.tsx'
import { useMaxSliderTempo } from './tempo-slider.tsx'
import type { RoutineControl } from './use-routine.ts'
import styles from './practice-step.module.css'
import controls from './step-controls.module.css'

type Props = {
  runThrough: PlannedRunThrough
  library: Library
  /** A repeat of the press that ends the run-through must not act on the next step within 0.6 s. */
  guard: PressGuard
  control: RoutineControl
}

export function RunThroughStep({ runThrough, library, guard, control }: Props) {
  const { dispatch } = control
  const { t } = useTranslation('practice')
  const { pieceId } = runThrough
  const piece = library.pieces.get(pieceId)
  const goal = piece?.endTempo ?? DEFAULT_BPM
  const [tempo, setTempo] = useState<Bpm>(goal)
  const fastest = useMaxSliderTempo(pieceId, goal, tempo)
  const hasClicked = useRef(false)
  const [sound, setSound] = usePersistedSetting('sound', parseSoundSettings)
  const click = piece?.click ?? null
  const pattern = useMemo(() => clickPatternFromSettings(click), [click])
  const metronome = useMetronome(pattern, NO_TEMPO_CLIMB, sound)
  const { isClicking } = metronome
  const [isSaving, setSaving] = useState(false)
  const { said, say } = useAnnouncement()
  const [pedal] = usePedalKeysSetting()
  useHideNavigation(isClicking)
  // Nobody touches the phone while playing through, so the time counts as it does while the click runs (rule TC1).
  useTrackPracticeTime(true, dispatch)
  useWakeLock(true)

  function setAndSay(next: Bpm) {
    setTempo(next)
    say(t('step.tempoNow', { bpm: next }))
    metronome.setTempo(next)
  }

  const step = (by: number) => setAndSay(addBpmWithinLimits(tempo, by, fastest))

  function start() {
    hasClicked.current = true
    metronome.start(tempo)
  }

  const leave = () => dispatch({ kind: 'leave' })
  const goOn = () => dispatch({ kind: 'ran-through', saves: [] })

  // It ends by itself if its piece is deleted or put on hold.
  const isGone = !isPlayable(library, pieceId)
  const leaveGonePiece = useEffectEvent(() => void goOn())
  useEffect(() => {
    if (isGone && !isSaving) leaveGonePiece()
  }, [isGone, isSaving])

  async function finish(isClean: boolean, pressedAt: number) {
    if (isSaving || isGone || !guard.accept('answer', pressedAt)) return
    const entries = undeletedPartsOf(library, pieceId).map(part => ({ id: newPracticeEntryId(), part }))
    const saves = entries.map(({ id, part }) => ({ practiceId: id, before: part }))
    setSaving(true)
    const recorded = await control.record((routine, at) => ({
      intentions: createRunThroughEntryIntentions({
        id: newRunThroughId(),
        entries,
        answer: { isClean, tempo: hasClicked.current ? tempo : null },
        seconds: Math.round(currentStepPracticedMs(routine, at) / 1000),
        day: localDay(at),
      }),
      event: { kind: 'ran-through', saves },
    }))
    if (recorded.kind === 'saved')
      return control.offerUndo(t('runThrough.saved', { piece: runThrough.piece }), saves)
    setSaving(false)
    // The next press is a retry, not an echo.
    guard.reset()
    showErrorToast()
  }

  function skip(pressedAt: number) {
    if (!isSaving && guard.accept('answer', pressedAt)) goOn()
  }

  const actions = {
    clean: (pressedAt: number) => finish(true, pressedAt),
    again: (pressedAt: number) => finish(false, pressedAt),
    click: () => (isClicking ? metronome.stop() : start()),
    step,
    next: skip,
    skip,
    back: leave,
  }

  useStepShortcuts(pedal, true, actions)

  return (
    <Page title={t('runThrough.title')} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={leave} />
        <MuteButton sound={sound} onSound={setSound} />
        <Button
          variant="bare"
          className={styles.skip}
          aria-disabled={isSaving}
          onClick={event => skip(event.timeStamp)}
        >
          {t('step.skip')}
        </Button>
      </div>
      <StepTitle
        partId={pieceId}
        piece={piece?.name ?? runThrough.piece}
        part={t('runThrough.for', i18nOptionsForDay(runThrough.performOn))}
      />
      <MetronomeTempoControl
        tempo={tempo}
        onTempo={setAndSay}
        said={said}
        pattern={pattern}
        metronome={metronome}
      />
      <MetronomeAlert metronome={metronome.state}>
        <p className={styles.block}>{t('runThrough.minutes', { count: runThrough.minutes })}</p>
      </MetronomeAlert>
      <p className={styles.how}>{t('runThrough.how')}</p>
      <PlayAndTempoButtons metronome={metronome} onStart={start} onStep={step} onAnswer={null} />
      <div className={classNames(styles.go, controls.go, controls.even)}>
        <Button
          size="big"
          variant="line"
          aria-disabled={isSaving}
          onClick={event => void finish(false, event.timeStamp)}
        >
          {t('runThrough.stops')}
        </Button>
        <Button size="big" aria-disabled={isSaving} onClick={event => void finish(true, event.timeStamp)}>
          {t('runThrough.clean')}
        </Button>
      </div>
    </Page>
  )
}

function isPlayable(library: Library, id: PieceId): boolean {
  const piece = library.pieces.get(id)
  return piece?.deletedAt === null && !piece.onHold && undeletedPartsOf(library, id).length > 0
}
