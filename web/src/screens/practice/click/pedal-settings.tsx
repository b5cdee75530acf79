import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayBePedal, stepActionOf, type Pedal, type StandKey } from '#core/stand-keys.ts'
import { Button } from '#web/kit/button.tsx'
import { Settings } from './setting.tsx'
import styles from './click-dialog.module.css'

export type PedalProps = { pedal: Pedal | null; onPedal: (pedal: Pedal | null) => void }

/** Which keys do what, and the way to teach the two of a pedal (rules PD2, PD6). */
export function PedalSettings({ pedal, onPedal, isTraining }: PedalProps & { isTraining: boolean }) {
  const { t } = useTranslation('practice')
  const [isLearning, setLearning] = useState(false)
  const wordFor = (key: StandKey, isLong: boolean) => t(ACTION_WORDS[stepActionOf(key, isLong, isTraining)])

  return (
    <Settings title={t('pedal.title')}>
      <dl className={styles.keys}>
        <KeyRow
          keys={pedal === null ? t('pedal.forwardKeys') : pedal.forward}
          short={wordFor('forward', false)}
          long={wordFor('forward', true)}
        />
        <KeyRow
          keys={pedal === null ? t('pedal.backwardKeys') : pedal.backward}
          short={wordFor('backward', false)}
          long={wordFor('backward', true)}
        />
        <KeyRow keys={t('pedal.clickKey')} short={t(ACTION_WORDS.click)} />
        <KeyRow keys={t('pedal.tempoKeys')} short={t(ACTION_WORDS.faster)} />
      </dl>
      {isLearning ? (
        <Learn
          onEnd={learned => {
            setLearning(false)
            if (learned !== null) onPedal(learned)
          }}
        />
      ) : (
        <div className={styles.actions}>
          <Button variant="line" onClick={() => setLearning(true)}>
            {t('pedal.learn')}
          </Button>
          {pedal !== null && (
            <Button variant="bare" onClick={() => onPedal(null)}>
              {t('pedal.forget')}
            </Button>
          )}
        </div>
      )}
    </Settings>
  )
}

const ACTION_WORDS = {
  next: 'step.next',
  skip: 'step.skip',
  back: 'step.back',
  clean: 'trainer.clean',
  again: 'trainer.again',
  click: 'pedal.startStop',
  faster: 'pedal.oneBpm',
  slower: 'pedal.oneBpm',
} as const

function KeyRow({ keys, short, long }: { keys: string; short: string; long?: string }) {
  const { t } = useTranslation('practice')
  return (
    <div>
      <dt>{keys}</dt>
      <dd>
        {short}
        {long !== undefined && <small>{t('pedal.held', { action: long })}</small>}
      </dd>
    </div>
  )
}

/** "Press your pedal", twice. Escape and Tab end it, as they do everywhere. */
function Learn({ onEnd }: { onEnd: (pedal: Pedal | null) => void }) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const [forward, setForward] = useState<string | null>(null)
  const [isSame, setSame] = useState(false)

  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.code === 'Escape') {
      // The dialog stays: what ends here is the learning.
      event.preventDefault()
      event.stopPropagation()
      return onEnd(null)
    }
    if (!mayBePedal(event.code)) return
    event.preventDefault()
    event.stopPropagation()
    if (forward === null) return setForward(event.code)
    if (event.code === forward) return setSame(true)
    onEnd({ forward, backward: event.code })
  })

  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal, capture: true }
    window.addEventListener('keydown', event => hear(event), options)
    // A button that has the focus must not be pressed by the key it hears let go.
    window.addEventListener('keyup', event => mayBePedal(event.code) && event.preventDefault(), options)
    return () => gone.abort()
  }, [])

  return (
    <div className={styles.learn}>
      <p role="status">
        {forward === null ? t('pedal.pressForward') : t('pedal.pressBackward')}
        {isSame && ` ${t('pedal.same')}`}
      </p>
      <Button variant="bare" onClick={() => onEnd(null)}>
        {common('back')}
      </Button>
    </div>
  )
}
