import { lazy, type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId, PieceId } from '#core/library/piece.ts'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { FittedText } from '#web/kit/fitted-text.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { EditableTempoWithBeatDots } from '#web/kit/music/editable-tempo-with-beat-dots.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import type { MetronomeControl, MetronomeStatus } from '#web/metronome/use-metronome.ts'
import type { PracticeSettingsDialogProps } from './practice-settings-dialog.tsx'
import { useToastsBelowElement } from './screen-effects.ts'
import styles from './practice-step.module.css'
import controls from './step-controls.module.css'

type StepTitleProps = { partId: PartId | PieceId; piece: string; part: ReactNode }

/** Takes the focus in each step, so that screen readers announce it and shortcut keys work (rule PD5). */
export function StepTitle({ partId, piece, part }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useRef<HTMLDivElement>(null)
  useToastsBelowElement(title)

  const arrive = useEffectEvent((_at: PartId | PieceId) => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  })
  useEffect(() => arrive(partId), [partId])

  return (
    <div ref={title} className={styles.title}>
      <h1 ref={heading} tabIndex={-1} translate="no">
        <FittedText text={piece} />
      </h1>
      <p aria-live="polite">{part}</p>
    </div>
  )
}

type MetronomeTempoProps = {
  tempo: Bpm
  onTempo: (tempo: Bpm) => void
  said: string | null
  pattern: ClickPattern
  metronome: MetronomeControl
  children?: ReactNode
}

export function MetronomeTempoControl(props: MetronomeTempoProps) {
  const { tempo, onTempo, said, pattern, metronome, children } = props
  return (
    <div className={styles.stage}>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
      <EditableTempoWithBeatDots tempo={tempo} onTempo={onTempo} pattern={pattern} beat={metronome.beat} />
      {children}
    </div>
  )
}

// Most audio systems start sooner, and a message that flashes on every start would distract.
const SLOW_AFTER_MS = 400

const TROUBLES: Partial<Record<MetronomeStatus, 'interrupted' | 'timedOut' | 'silent'>> = {
  interrupted: 'interrupted',
  blocked: 'interrupted',
  'timed-out': 'timedOut',
  failed: 'silent',
}

export function MetronomeAlert({
  metronome,
  children,
}: {
  metronome: MetronomeStatus
  children?: ReactNode
}) {
  const { t } = useTranslation('practice')
  const isSlow = useIsSoundStartSlow(metronome === 'starting')
  const trouble = TROUBLES[metronome]
  return (
    <div className={styles.alert}>
      <output>{isSlow && <p className={styles.starting}>{t('step.starting')}</p>}</output>
      <div role="alert">
        {trouble && (
          <p className={styles.trouble}>
            <Icon name="alert" />
            {t(`step.${trouble}`)}
          </p>
        )}
      </div>
      <div hidden={isSlow || trouble !== undefined}>{children}</div>
    </div>
  )
}

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

type StepPlayControlsProps = {
  metronome: MetronomeControl
  onStart: () => void
  onStep: (bpm: number) => void
  onAnswer: ((isClean: boolean) => void) | null
}

export function PlayAndTempoButtons({ metronome, onStart, onStep, onAnswer }: StepPlayControlsProps) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const { isClicking, state, stop } = metronome
  const verb = isClicking ? 'stop' : verbFor(state)
  const click = (
    <Button
      variant="main"
      size="big"
      icon={isClicking ? 'stop' : 'play'}
      aria-label={t(`step.${verb}Metronome`)}
      onClick={isClicking ? stop : onStart}
    >
      {t(`step.${verb}`)}
    </Button>
  )
  if (onAnswer !== null) {
    return (
      <div className={classNames(styles.play, controls.buttons, controls.training)}>
        <Button size="big" onClick={() => onAnswer(false)}>
          {t('trainer.again')}
        </Button>
        {click}
        <Button size="big" onClick={() => onAnswer(true)}>
          {t('trainer.clean')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classNames(styles.play, controls.buttons)}>
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

function verbFor(state: MetronomeStatus): 'start' | 'resume' | 'retry' {
  if (state === 'interrupted' || state === 'blocked') return 'resume'
  return state === 'timed-out' ? 'retry' : 'start'
}

export function MuteButton({ sound, onSound }: Pick<PracticeSettingsDialogProps, 'sound' | 'onSound'>) {
  const { t } = useTranslation('practice')
  return (
    <IconButton
      icon={sound.isMuted ? 'muted' : 'sound'}
      label={t(sound.isMuted ? 'click.unmute' : 'click.mute')}
      className={styles.sound}
      onClick={() => onSound({ ...sound, isMuted: !sound.isMuted })}
    />
  )
}

export const loadPracticeSettingsDialog = async () => ({
  default: (await import('./practice-settings-dialog.tsx')).PracticeSettingsDialog,
})
const PracticeSettingsDialog = lazy(loadPracticeSettingsDialog)

export function MuteAndSettingsButtons(props: PracticeSettingsDialogProps) {
  const { t } = useTranslation('practice')
  const [isOpen, setOpen] = useState(false)

  function close() {
    props.onClose()
    setOpen(false)
  }

  return (
    <>
      <MuteButton sound={props.sound} onSound={props.onSound} />
      <IconButton
        icon="settings"
        label={t('click.title')}
        onClick={() => startTransition(() => setOpen(true))}
      />
      {isOpen && <PracticeSettingsDialog {...props} onClose={close} />}
    </>
  )
}

/** Long enough that after several quick presses of a button only the last result is announced. */
const ANNOUNCEMENT_DELAY_MS = 500

export function useAnnouncement() {
  const [said, setSaid] = useState<string | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  function say(text: string | null) {
    clearTimeout(waiting.current)
    if (text === null) setSaid(null)
    else waiting.current = setTimeout(() => setSaid(text), ANNOUNCEMENT_DELAY_MS)
  }

  useEffect(() => () => clearTimeout(waiting.current), [])

  return { said, say }
}
