import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canBePedalKey, keyCodeOf, type Pedal } from '#core/practice/practice-shortcuts.ts'
import { Button } from '#web/kit/button.tsx'
import { ShortcutKeyList, PedalKeyRows, StepKeyRows } from '#web/kit/shortcuts/shortcut-keys.tsx'
import { SettingsGroup } from '#web/kit/fields/settings.tsx'
import styles from './pedal-settings.module.css'

/** The keys assigned to the foot pedal, or null, with the function that changes them. */
export type PedalSettingsProps = { pedal: Pedal | null; onPedal: (pedal: Pedal | null) => void }

/**
 * Renders the list of keys that have a function during practice, and lets the user assign the two keys of a foot pedal
 * (rule PD2).
 */
export function PedalSettings({ pedal, onPedal, isTraining }: PedalSettingsProps & { isTraining: boolean }) {
  const { t } = useTranslation('practice')
  const [isLearning, setLearning] = useState(false)

  return (
    <SettingsGroup title={t('pedal.title')} hidesTitle>
      <ShortcutKeyList>
        <PedalKeyRows pedal={pedal} isTraining={isTraining} />
        <StepKeyRows />
      </ShortcutKeyList>
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

/** Renders "Set up a pedal" twice, to record its keys. Escape and Tab cancel. */
function Learn({ onEnd }: { onEnd: (pedal: Pedal | null) => void }) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const [forward, setForward] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<'same' | 'nothing' | null>(null)

  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
    const code = keyCodeOf(event)
    if (code === 'Escape') {
      // Escape cancels the recording without closing the dialog.
      event.preventDefault()
      event.stopPropagation()
      return onEnd(null)
    }
    if (code === '') return setTrouble('nothing')
    if (!canBePedalKey(code)) return
    event.preventDefault()
    event.stopPropagation()
    setTrouble(code === forward ? 'same' : null)
    if (forward === null) return setForward(code)
    if (code !== forward) onEnd({ forward, backward: code })
  })

  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal, capture: true }
    window.addEventListener('keydown', event => hear(event), options)
    // Prevents the recorded key's keyup from pressing the focused button.
    window.addEventListener(
      'keyup',
      event => canBePedalKey(keyCodeOf(event)) && event.preventDefault(),
      options,
    )
    return () => gone.abort()
  }, [])

  return (
    <div className={styles.learn}>
      <p role="status">
        {forward === null ? t('pedal.pressForward') : t('pedal.pressBackward')}
        {trouble !== null && ` ${t(`pedal.${trouble}`)}`}
      </p>
      <Button variant="bare" onClick={() => onEnd(null)}>
        {common('back')}
      </Button>
    </div>
  )
}
