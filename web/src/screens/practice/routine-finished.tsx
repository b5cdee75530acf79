import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import type { PartId } from '#core/library/piece.ts'
import { addBpmWithinLimits, maxSliderTempo } from '#core/music/tempo.ts'
import type { QueuedPart, Routine, SavedPracticeEntry } from '#core/practice/routine.ts'
import { findExtraPart } from '#core/timed-session/timed-routine.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { Dialog, DialogActions } from '#web/kit/dialog.tsx'
import { FittedText } from '#web/kit/fitted-text.tsx'
import { InstallHintContext, OpenFrameDialogContext } from '#web/kit/frame-contexts.ts'
import { FixedPageActions, Page } from '#web/kit/page.tsx'
import { markUntranslatable } from '#web/language/partly-translated.tsx'
import { useRetractedIdsAmong } from '#web/store/entry-log.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { formatPartName } from './part-row.tsx'
import { TempoGainList, useMinutesText, useTempoGainSummaryText } from './routine-summary.tsx'
import { useFocusHeadingOnMount, useSlimToasts } from './screen-effects.ts'
import { usePedalKeysSetting, usePracticeKeyPresses } from './shortcuts.ts'
import { useAnnouncement } from './step-parts.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import type { RoutineControl } from './use-routine.ts'
import overview from './practice-overview.module.css'
import styles from './routine-finished.module.css'

type Props = {
  routine: Routine
  parts: readonly PracticePart[]
  today: Day
  control: RoutineControl
}

export function RoutineFinished({ routine, parts, today, control }: Props) {
  const { dispatch } = control
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const open = use(OpenFrameDialogContext)
  const [corrected, setCorrected] = useState<PartId | null>(null)
  const part = [...routine.queue, ...routine.gone].find(({ partId }) => partId === corrected)
  const heading = useFocusHeadingOnMount()
  const summary = useTempoGainSummaryText(routine)
  const minutes = Math.round(routine.clock.countedMs / 60_000)
  const time = useMinutesText(minutes)
  const through = routine.timed?.playedThrough ?? null
  // The run-through may have been undone.
  const retracted = useRetractedIdsAmong(through?.saves.map(({ practiceId }) => practiceId) ?? [])
  const played = through?.saves.some(({ practiceId }) => !retracted.has(practiceId)) ? through : null
  const unsaved = played ? t('runThrough.played', { piece: played.piece }) : t('finished.nothing')
  const result = summary === '' ? unsaved : t('finished.congratulations', { summary })
  const more = routine.timed && findExtraPart(routine, parts, today)
  const done = () => dispatch({ kind: 'done' })
  useSlimToasts()
  const [pedal] = usePedalKeysSetting()
  usePracticeKeyPresses(
    pedal,
    ({ key }) => {
      if (key === 'forward') done()
      // Arrow up and down scroll; what else a pedal sends neither scrolls nor presses a button that was touched.
      return typeof key !== 'number'
    },
    { canHold: false },
  )

  return (
    <Page title={t('finished.fine')}>
      <div className={styles.fine}>
        <h1 ref={heading} tabIndex={-1}>
          <span lang="it" className={styles.word}>
            {t('finished.fine')}
          </span>{' '}
          <span className={styles.result}>
            <FittedText text={result} />
            {summary !== '' && minutes > 0 && ` ${t('finished.minutes', { time })}`}
          </span>
        </h1>
        <div className={styles.end} aria-hidden="true" />
      </div>
      {summary === '' && played === null ? (
        <p className={styles.nothing}>{t('finished.nothingText')}</p>
      ) : (
        <>
          <TempoGainList routine={routine} onCorrect={setCorrected}>
            {played !== null && (
              <li className={overview.gain}>
                <b translate="no">
                  <FittedText text={played.piece} />
                </b>{' '}
                <small>{t('runThrough.title')}</small>
                <Button variant="bare" onClick={() => void control.takeBack(played.saves, null)}>
                  {common('undo')} <VisuallyHidden>{t('runThrough.title')}</VisuallyHidden>
                </Button>
              </li>
            )}
          </TempoGainList>
          {more === null && (
            <ButtonLink variant="bare" icon="history" className={styles.history} to="/history">
              {common('navigation.history')}
            </ButtonLink>
          )}
        </>
      )}
      {more !== null && (
        <div className={styles.more}>
          <p>{t('finished.left', { count: more.minutes })}</p>
          <Button variant="line" icon="play" onClick={() => dispatch({ kind: 'one-more', ...more })}>
            {t('finished.more')}
          </Button>
        </div>
      )}
      <FixedPageActions>
        <div className={styles.ways}>
          <Button
            variant="bare"
            icon="chat"
            className={styles.feedback}
            onClick={() => open({ kind: 'feedback', place: 'done' })}
          >
            {t('finished.feedback')}
          </Button>
          <Button variant="main" size="big-wide" onClick={done}>
            {t('finished.done')}
          </Button>
        </div>
      </FixedPageActions>
      {/* It comes late, and above the buttons it would move them (rule UI66). */}
      {use(InstallHintContext)}
      {part?.saved != null && (
        <CorrectionDialog
          part={part}
          saved={part.saved}
          control={control}
          onClose={() => setCorrected(null)}
        />
      )}
    </Page>
  )
}

type CorrectionDialogProps = {
  part: QueuedPart
  saved: SavedPracticeEntry
  control: RoutineControl
  onClose: () => void
}

function CorrectionDialog({ part, saved, control, onClose }: CorrectionDialogProps) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const { endTempo } = part
  const [tempo, setTempo] = useState(saved.tempo)
  const { said, say } = useAnnouncement()
  const fastest = maxSliderTempo({ endTempo, currentTempo: saved.tempo })

  function step(by: number) {
    const next = addBpmWithinLimits(tempo, by, fastest)
    setTempo(next)
    say(t('step.tempoNow', { bpm: next }))
  }

  function finish(work: Promise<void>) {
    onClose()
    void work
  }

  return (
    <Dialog title={markUntranslatable(formatPartName(part))} onClose={onClose}>
      <div className={styles.steps}>
        <Button icon="minus" aria-label={common('tempo.less')} onClick={() => step(-1)} />
        <p translate="no">
          <b>{tempo}</b> {common('tempo.unit')}
        </p>
        <Button icon="plus" aria-label={common('tempo.more')} onClick={() => step(1)} />
      </div>
      <TempoSlider
        tempo={tempo}
        endTempo={endTempo}
        fastest={fastest}
        onTempo={setTempo}
        onHold={() => say(null)}
        onRelease={() => undefined}
      />
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
      <DialogActions>
        <Button variant="line" onClick={() => finish(control.takeBack([saved], part.partId))}>
          {common('undo')}
        </Button>
        <Button variant="main" onClick={() => finish(control.correct(part.partId, tempo))}>
          {t('finished.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
