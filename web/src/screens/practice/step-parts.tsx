import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { beatIndicator, type ClickPattern, countBeatDots } from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { TrainerSettings, TrainerState } from '#core/practice/tempo-trainer.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/icon.tsx'
import { TempoInRepeatSigns } from '#web/kit/music/tempo-in-repeat-signs.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import type { MetronomeControl, MetronomeState, SoundSettings } from '#web/metronome/use-metronome.ts'
import { useToastsBelowElement } from './screen-effects.ts'
import step from './practice-step.module.css'
import styles from './step-parts.module.css'

type StepTitleProps = { partId: PartId | PieceId; piece: string; part: ReactNode }

/**
 * Renders the names of the current piece and part in a practice step. Each new step moves the focus to this heading, so
 * that screen readers announce it and keys and pedals work (rule PD5).
 */
export function StepTitle({ partId, piece, part }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useRef<HTMLDivElement>(null)
  useToastsBelowElement(title)

  const arrive = useEffectEvent((_at: PartId | PieceId) => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  })
  useEffect(() => arrive(partId), [partId])

  // Long words make the letters smaller instead of being broken.
  const longest = Math.max(...piece.split(/[\s-]+/u).map(word => word.length))
  return (
    <div ref={title} className={step.title}>
      <h1 ref={heading} tabIndex={-1} translate="no" style={{ '--longest': longest } as CSSProperties}>
        {piece}
      </h1>
      <p aria-live="polite">{part}</p>
    </div>
  )
}

type MetronomeTempoProps = {
  tempo: Bpm
  /** What to announce to screen readers, or null. */
  said: string | null
  pattern: ClickPattern
  metronome: MetronomeControl
  className?: string | undefined
  /** Shown around the tempo. */
  children?: ReactNode
}

/**
 * Renders the tempo of a practice step in large type with the beats of the metronome. Announces to screen readers what
 * buttons and the tempo trainer have changed (rules CK1, PX18).
 */
export function MetronomeTempo({
  tempo,
  said,
  pattern,
  metronome: { beat },
  className,
  children,
}: MetronomeTempoProps) {
  const { t } = useTranslation('practice')
  return (
    <div className={classNames(step.stage, className)}>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
      <TempoInRepeatSigns
        tempo={tempo}
        unit={t('step.unit')}
        dots={countBeatDots(pattern.beats)}
        beat={beat && { ...beatIndicator(pattern.beats, beat), isSilent: beat.isSilent }}
      />
      {children}
    </div>
  )
}

// Most audio systems start sooner, and a message that flashes on every start would distract.
const SLOW_AFTER_MS = 400

type MetronomeAlertProps = {
  metronome: MetronomeState
  /** Shown while there is no problem. */
  children?: ReactNode
}

/** Renders why the metronome is silent although it was started; otherwise its children. */
export function MetronomeAlert({ metronome, children }: MetronomeAlertProps) {
  const { t } = useTranslation('practice')
  const isSlow = useIsSoundStartSlow(metronome === 'starting')
  const isWell = !isSlow && ['stopped', 'starting', 'running', 'held'].includes(metronome)
  return (
    <div className={step.alert}>
      <output>{isSlow && <p className={styles.starting}>{t('step.starting')}</p>}</output>
      <div role="alert">
        {(metronome === 'interrupted' || metronome === 'blocked') && <Trouble text={t('step.interrupted')} />}
        {metronome === 'timed-out' && <Trouble text={t('step.timedOut')} />}
        {metronome === 'failed' && <Trouble text={t('step.silent')} />}
      </div>
      <div hidden={!isWell}>{children}</div>
    </div>
  )
}

/** Returns true if starting the sound has taken longer than 400 ms (rule MT19). */
function useIsSoundStartSlow(isStarting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)

  useEffect(() => {
    if (!isStarting) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isStarting])

  return isSlow
}

function Trouble({ text }: { text: string }) {
  return (
    <p className={styles.trouble}>
      <Icon name="alert" />
      {text}
    </p>
  )
}

/** Renders when the tempo trainer raises the tempo (rule TR4); nothing if it is off. */
export function TrainerStatusLine({
  settings,
  trainer,
}: {
  settings: TrainerSettings
  trainer: TrainerState
}) {
  const { t } = useTranslation('practice')
  if (settings.kind === 'off') return null
  return (
    <p className={styles.trainer}>
      {settings.kind === 'bars'
        ? t('trainer.byBars', { step: settings.step, count: settings.bars })
        : t('trainer.byCleans', { step: settings.step, inARow: trainer.inARow, count: settings.cleans })}
    </p>
  )
}

/**
 * Returns a function that says what the musician's answer to a run (attempt at the part) has changed, for screen
 * readers: the new tempo, or how many runs were clean (rule PX18).
 */
export function useRunText() {
  const { t } = useTranslation('practice')
  return (before: TrainerState, after: TrainerState, settings: TrainerSettings, isClean: boolean): string => {
    const { tempo: bpm, inARow } = after
    if (bpm !== before.tempo) return t('step.tempoNow', { bpm })
    if (settings.kind !== 'clean')
      return isClean ? t('trainer.cleanAt', { bpm }) : t('step.tempoNow', { bpm })
    const { cleans } = settings
    // At the goal the count begins again, and the tempo stays.
    return t('trainer.cleanRuns', { inARow: isClean && inARow === 0 ? cleans : inARow, cleans })
  }
}

type StepPlayControlsProps = {
  metronome: MetronomeControl
  /** Whether the tempo trainer is on. */
  isTraining: boolean
  onStart: () => void
  onStep: (bpm: number) => void
  onClean: () => void
  onAgain: () => void
}

/** Renders the metronome button between the tempo buttons or, with the trainer on, the two that rate a try. */
export function StepPlayControls({
  metronome,
  isTraining,
  onStart,
  onStep,
  onClean,
  onAgain,
}: StepPlayControlsProps) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const click = (
    <MetronomeButton
      isOn={metronome.isClicking}
      state={metronome.state}
      onStart={onStart}
      onStop={metronome.stop}
    />
  )
  if (isTraining) {
    return (
      <div className={classNames(step.play, styles.buttons, styles.training)}>
        <Button size="big" onClick={onAgain}>
          {t('trainer.again')}
        </Button>
        {click}
        <Button size="big" onClick={onClean}>
          {t('trainer.clean')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classNames(step.play, styles.buttons)}>
      <Button size="big" translate="no" aria-label={t('step.fiveLess')} onClick={() => onStep(-5)}>
        −5
      </Button>
      <Button size="big" icon="minus" aria-label={common('tempo.less')} onClick={() => onStep(-1)} />
      {click}
      <Button size="big" icon="plus" aria-label={common('tempo.more')} onClick={() => onStep(1)} />
      <Button size="big" translate="no" aria-label={t('step.fiveMore')} onClick={() => onStep(5)}>
        +5
      </Button>
    </div>
  )
}

type MetronomeButtonProps = {
  isOn: boolean
  state: MetronomeState
  onStart: () => void
  onStop: () => void
}

/**
 * Renders the button that starts and stops the metronome. After the system has interrupted the sound, a press resumes
 * the metronome, because browsers require a press for this. After a failed start, a press tries again.
 */
function MetronomeButton({ isOn, state, onStart, onStop }: MetronomeButtonProps) {
  const { t } = useTranslation('practice')
  if (isOn) {
    return (
      <Button variant="main" size="big" icon="stop" aria-label={t('step.stopMetronome')} onClick={onStop}>
        {t('step.stop')}
      </Button>
    )
  }
  const verb = verbFor(state)
  return (
    <Button variant="main" size="big" icon="play" aria-label={t(`step.${verb}Metronome`)} onClick={onStart}>
      {t(`step.${verb}`)}
    </Button>
  )
}

function verbFor(state: MetronomeState): 'start' | 'resume' | 'retry' {
  if (state === 'interrupted' || state === 'blocked') return 'resume'
  return state === 'timed-out' ? 'retry' : 'start'
}

type MuteButtonProps = { sound: SoundSettings; onSound: (sound: SoundSettings) => void }

export function MuteButton({ sound, onSound }: MuteButtonProps) {
  const { t } = useTranslation('practice')
  return (
    <IconButton
      icon={sound.isMuted ? 'muted' : 'sound'}
      label={t(sound.isMuted ? 'click.unmute' : 'click.mute')}
      className={step.sound}
      onClick={() => onSound({ ...sound, isMuted: !sound.isMuted })}
    />
  )
}

/** Debounce in ms before a text is announced, longer than the pause between two presses. */
const REST_MS = 500

type Announcement = {
  /** Content of the live region. */
  readonly said: string | null
  /** Announces a text, such as a new tempo, if no other follows within the debounce; null cancels it. */
  readonly say: (text: string | null) => void
}

/**
 * Returns the text that a live region announces to screen readers (or null), and a function that sets it. The function
 * waits until no other text has followed for 0.5 s, so that not every press of − and + is announced (rule PX18).
 */
export function useAnnouncement(): Announcement {
  const [said, setSaid] = useState<string | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  function say(text: string | null) {
    clearTimeout(waiting.current)
    if (text === null) setSaid(null)
    else waiting.current = setTimeout(() => setSaid(text), REST_MS)
  }

  useEffect(() => () => clearTimeout(waiting.current), [])

  return { said, say }
}

/**
 * Calls `onTempo` with the new tempo when the tempo trainer has raised the tempo of the running metronome, so that the
 * screen can show it. Applies only if the trainer raises the tempo after a number of bars. The raise takes effect at
 * the first beat of a bar (rule TR4).
 */
export function useTempoClimb(
  metronome: MetronomeControl,
  settings: TrainerSettings,
  tempo: Bpm,
  onTempo: (tempo: Bpm) => void,
): void {
  const climbed = useEffectEvent((reached: Bpm) => {
    if (settings.kind === 'bars' && metronome.state === 'running' && reached !== tempo) onTempo(reached)
  })
  useEffect(() => climbed(metronome.tempo), [metronome.tempo])
}
