import styles from './edit-piece.module.css'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LAST_DAY, formatIsoDay, parseDay } from '#core/library/day.ts'
import { useToday } from '#web/store/clock.ts'
import { Button } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/fields/field.tsx'
import { INCOMPLETE_DATE, isPerformanceDateValid } from './piece-inputs.ts'

type Props = {
  /** 'YYYY-MM-DD', '' for none, or INCOMPLETE_DATE. */
  value: string
  onChange: (value: string) => void
}

/** Renders the field for the performance date of a piece, with a button that clears the date (rule PF1). */
export function PerformanceField({ value, onChange }: Props) {
  const { t } = useTranslation('pieces')
  const today = useToday()
  const field = useRef<HTMLInputElement>(null)
  const day = parseDay(value)
  // While 2027 is typed the year is first 2, which is no error yet. Focus hides no error, because Save leads here.
  const [isTyping, setTyping] = useState(false)

  function error(): string | undefined {
    if (isTyping || isPerformanceDateValid(value)) return undefined
    return t(value === INCOMPLETE_DATE ? 'editor.performance.incomplete' : 'editor.performance.tooEarly')
  }

  /** Reports the content of the field. Browsers fire no event when a date in an empty field becomes incomplete. */
  function report({ value: typed, validity }: HTMLInputElement) {
    const now = validity.badInput ? INCOMPLETE_DATE : typed
    if (now !== value) onChange(now)
  }

  function remove() {
    const input = field.current
    // The value of an incomplete date is empty already, so React would not clear the field.
    if (input !== null) input.value = ''
    onChange('')
    // The button goes away.
    input?.focus()
  }

  return (
    <div className={styles.performance}>
      <TextField
        ref={field}
        type="date"
        label={t('editor.performance.name')}
        value={value === INCOMPLETE_DATE ? '' : value}
        max={formatIsoDay(LAST_DAY)}
        hint={t(day !== null && day < today ? 'editor.performance.past' : 'editor.performance.hint')}
        error={error()}
        onBlur={({ target }) => {
          setTyping(false)
          report(target)
        }}
        onChange={({ target }) => {
          setTyping(true)
          report(target)
        }}
        // Shows the button below at once. On blur it would push Save away from under the press.
        onKeyUp={({ currentTarget }) => {
          if (value === '' && currentTarget.validity.badInput) setTyping(true)
          report(currentTarget)
        }}
      />
      {value !== '' && (
        <Button variant="bare" className={styles.removeDate} onClick={remove}>
          {t('editor.performance.remove')}
        </Button>
      )}
    </div>
  )
}
