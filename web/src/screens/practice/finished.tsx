import { use, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { harvestOf, type PracticeSession } from '#core/session.ts'
import { Button } from '#web/kit/button.tsx'
import { InstallPlace } from '#web/kit/install-place.ts'
import { useOpenFeedback } from '#web/kit/open-feedback.ts'
import { Dock, Page } from '#web/kit/page.tsx'
import { gainsOf, signedGain, type Gain } from './gains.ts'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import { usePedal } from './use-pedal.ts'
import { useForwardKey } from './use-stand-keys.ts'
import { useToastsBelow } from './use-toasts-below.ts'
import styles from './finished.module.css'

type FinishedSession = Extract<PracticeSession, { kind: 'finished' }>
type Props = { session: FinishedSession; onDone: () => void }

/** Fine: the end of the routine and what it brought (spec 2). */
export function Finished({ session, onDone }: Props) {
  const { t } = useTranslation('practice')
  const openFeedback = useOpenFeedback()
  const heading = useFocusOnArrival()
  const fine = useRef<HTMLDivElement>(null)
  const gains = gainsOf(session)
  useToastsBelow(fine)
  const [pedal] = usePedal()
  useForwardKey(pedal, onDone)

  return (
    <Page title={t('finished.fine')}>
      <div ref={fine} className={styles.fine}>
        <h1 ref={heading} tabIndex={-1}>
          <span lang="it" className={styles.word}>
            {t('finished.fine')}
          </span>{' '}
          <span className={styles.harvest}>
            <Harvest session={session} />
          </span>
        </h1>
        <div className={styles.end} aria-hidden="true" />
      </div>
      {gains.length === 0 && <p className={styles.nothing}>{t('finished.nothingText')}</p>}
      {gains.length > 0 && (
        <ul className={styles.gains} aria-label={t('finished.list')}>
          {gains.map(gain => (
            <GainRow key={gain.partId} gain={gain} />
          ))}
        </ul>
      )}
      {use(InstallPlace)}
      <Dock>
        <div className={styles.ways}>
          <Button variant="bare" icon="chat" className={styles.feedback} onClick={openFeedback}>
            {t('finished.feedback')}
          </Button>
          <Button variant="main" size="big-wide" onClick={onDone}>
            {t('finished.done')}
          </Button>
        </div>
      </Dock>
    </Page>
  )
}

function Harvest({ session }: { session: FinishedSession }) {
  const { t } = useTranslation('practice')
  const { gained, practiced, held } = harvestOf(session)
  if (practiced === 0) return t('finished.nothing')
  if (gained === 0) return t('finished.held', { count: held })
  if (held === 0) return t('finished.gained', { bpm: gained })
  return t('finished.gainedAndHeld', { bpm: gained, count: held })
}

function GainRow({ gain }: { gain: Gain }) {
  const { t } = useTranslation('practice')
  const { piece, name, from, to, goal } = gain
  return (
    <li className={styles.gain}>
      <b>{piece}</b> <strong>{signedGain(gain) ?? t('finished.heldPart')}</strong>{' '}
      <small>
        {name === null
          ? t('finished.way', { from, to, goal })
          : t('finished.wayOf', { part: name, from, to, goal })}
      </small>
    </li>
  )
}
