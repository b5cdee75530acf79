import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clickPatternFromSettings } from '#core/music/click-pattern.ts'
import { maxSliderTempo, addBpmWithinLimits, DEFAULT_BPM, type Bpm } from '#core/music/tempo.ts'
import type { Library } from '#core/library/library.ts'
import { stepActionForKey, type PracticeShortcutAction } from '#core/practice/practice-shortcuts.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { Page } from '#web/kit/page.tsx'
import { useHideNavigation } from '#web/kit/screen.ts'
import { NO_TEMPO_CLIMB } from '#web/metronome/click-queue.ts'
import { useMetronome } from '#web/metronome/use-metronome.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { MetronomeAlert } from './metronome-alert.tsx'
import { MetronomeTempo } from './metronome-tempo.tsx'
import { MuteButton } from './mute-button.tsx'
import { parseSoundSettings } from '../click/sound-settings.ts'
import { StepPlayControls } from './step-play-controls.tsx'
import { StepTitle } from './step-title.tsx'
import { useActivityListener } from './use-activity-listener.ts'
import { useAnnouncement } from './use-announcement.ts'
import { usePedalSetting } from '../shortcuts/use-pedal-setting.ts'
import type { PressGuard } from '../shortcuts/use-press-guard.ts'
import type { RoutineControl } from '../routine/use-routine.ts'
import { useRunThrough } from './use-run-through.ts'
import { useShortcuts, type ShortcutPress } from '../shortcuts/use-shortcuts.ts'
import styles from './practice-step.module.css'
import own from './run-through-step.module.css'

type Props = {
  runThrough: PlannedRunThrough
  library: Library
  /** Stores the press that ends the run-through, so that the first step ignores an unintended repetition of it. */
  ending: PressGuard
  onActivity: RoutineControl['recordActivity']
  onRecord: RoutineControl['recordWithRoutine']
  onLeave: () => void
}

/**
 * Renders the run-through of a piece (playing it once without stopping) at the start of a routine. The metronome is off
 * at first. After playing, the user answers whether they stopped. The answer can be given with a button, a key or a
 * pedal (rules PF4, PD1).
 */
export function RunThroughStep({ runThrough, library, ending, onActivity, onRecord, onLeave }: Props) {
  const { t } = useTranslation('practice')
  const piece = library.pieces.get(runThrough.pieceId)
  const goal = piece?.endTempo ?? DEFAULT_BPM
  const [tempo, setTempo] = useState<Bpm>(goal)
  const hasClicked = useRef(false)
  const [sound, setSound] = usePersisted('sound', parseSoundSettings)
  const click = piece?.click ?? null
  const pattern = useMemo(() => clickPatternFromSettings(click), [click])
  const metronome = useMetronome(pattern, NO_TEMPO_CLIMB, sound)
  const { isClicking } = metronome
  const { answer, skip, isSaving } = useRunThrough({ runThrough, library, ending, onRecord })
  const { said, say } = useAnnouncement()
  const [pedal] = usePedalSetting()
  useHideNavigation(isClicking)
  // Nobody touches the phone while playing through, so the time counts as it does while the click runs (rule TC1).
  useActivityListener(true, onActivity)
  useWakeLock(true)

  function step(by: number) {
    const next = addBpmWithinLimits(tempo, by, maxSliderTempo({ endTempo: goal, currentTempo: goal }))
    setTempo(next)
    say(t('step.tempoNow', { bpm: next }))
    metronome.setTempo(next)
  }

  function start() {
    hasClicked.current = true
    metronome.start(tempo)
  }

  function finish(isClean: boolean, pressedAt: number) {
    void answer({ isClean, tempo: hasClicked.current ? tempo : null }, pressedAt)
  }

  const actions: Record<PracticeShortcutAction, (pressedAt: number) => void> = {
    clean: pressedAt => finish(true, pressedAt),
    again: pressedAt => finish(false, pressedAt),
    click: () => (isClicking ? metronome.stop() : start()),
    faster: () => step(1),
    slower: () => step(-1),
    next: skip,
    skip,
    back: onLeave,
  }

  function press({ key, isLong, timeStamp }: ShortcutPress): boolean {
    actions[stepActionForKey(key, isLong, true)](timeStamp)
    return true
  }
  useShortcuts(pedal, press, { canHold: true })

  return (
    <Page title={t('runThrough.title')} layout="stage" className={styles.step}>
      <div className={styles.head}>
        <IconButton icon="close" label={t('step.leave')} onClick={onLeave} />
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
        partId={runThrough.pieceId}
        piece={piece?.name ?? runThrough.piece}
        part={t('runThrough.for', dayAsDateParam(runThrough.performOn))}
      />
      <MetronomeTempo tempo={tempo} said={said} pattern={pattern} metronome={metronome} />
      <MetronomeAlert metronome={metronome.state}>
        <p className={own.minutes}>{t('runThrough.minutes', { count: runThrough.minutes })}</p>
      </MetronomeAlert>
      <p className={own.how}>{t('runThrough.how')}</p>
      <StepPlayControls
        metronome={metronome}
        isTraining={false}
        onStart={start}
        onStep={step}
        onClean={() => undefined}
        onAgain={() => undefined}
      />
      <div className={classNames(styles.go, styles.even)}>
        <Button
          size="big"
          variant="line"
          aria-disabled={isSaving}
          onClick={event => finish(false, event.timeStamp)}
        >
          {t('runThrough.stops')}
        </Button>
        <Button size="big" aria-disabled={isSaving} onClick={event => finish(true, event.timeStamp)}>
          {t('runThrough.clean')}
        </Button>
      </div>
    </Page>
  )
}
