import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  canBePedalKey,
  stepActionFor,
  type Pedal,
  type PracticeShortcut,
} from '#core/practice/practice-shortcuts.ts'
import { Button } from '#web/kit/button.tsx'
import { SettingsGroup } from '#web/kit/music/setting.tsx'
import styles from './pedal-settings.module.css'

export type PedalProps = { pedal: Pedal | null; onPedal: (pedal: Pedal | null) => void }

/** Renders the list of keys and their actions, and the way to assign a pedal's two keys (rules PD2, PD6). */
export function PedalSettings({ pedal, onPedal, isTraining }: PedalProps & { isTraining: boolean }) {
  const { t } = useTranslation('practice')
  const [isLearning, setLearning] = useState(false)
  const wordFor = (key: PracticeShortcut, isLong: boolean) =>
    t(ACTION_WORDS[stepActionFor(key, isLong, isTraining)])

  return (
    <SettingsGroup title={t('pedal.title')} hidesTitle>
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
    </SettingsGroup>
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

/** Renders "Set up a pedal" twice, to record its keys. Escape and Tab cancel. */
function Learn({ onEnd }: { onEnd: (pedal: Pedal | null) => void }) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const [forward, setForward] = useState<string | null>(null)
  const [isSame, setSame] = useState(false)

  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.code === 'Escape') {
      // Escape cancels the recording without closing the dialog.
      event.preventDefault()
      event.stopPropagation()
      return onEnd(null)
    }
    if (!canBePedalKey(event.code)) return
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
    // Prevents the recorded key's keyup from pressing the focused button.
    window.addEventListener('keyup', event => canBePedalKey(event.code) && event.preventDefault(), options)
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
