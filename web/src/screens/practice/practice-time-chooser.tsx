import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { Stepper } from '#web/kit/fields/stepper.tsx'
import { MAX_SESSION_MINUTES, MIN_SESSION_MINUTES } from './timed-settings.ts'
import styles from './practice-overview.module.css'

const OFFERED_MINUTES = [10, 20, 30, 45]
const FIRST_OTHER_MINUTES = 60
const STEP_MINUTES = 5

type Props = {
  minutes: number | null
  onChange: (minutes: number | null) => void
}

export function PracticeTimeChooser({ minutes, onChange }: Props) {
  const { t } = useTranslation('practice')
  const isOffered = minutes !== null && OFFERED_MINUTES.includes(minutes)
  // The field stays while the buttons step past an offered time.
  const [isOther, setOther] = useState(minutes !== null && !isOffered)
  const other = minutes !== null && (isOther || !isOffered) ? minutes : null
  const offered = OFFERED_MINUTES.map(each => ({
    value: String(each),
    label: t('time.number', { minutes: each }),
    name: t('time.minutes', { count: each }),
  }))

  function choose(value: string) {
    setOther(value === 'other')
    if (value === 'other') onChange(minutes ?? FIRST_OTHER_MINUTES)
    else onChange(value === 'all' ? null : Number(value))
  }

  return (
    <div>
      <SegmentedChoice
        name={t('time.name')}
        layout="even"
        options={[
          { value: 'all', label: t('time.all') },
          ...offered,
          { value: 'other', label: t('time.more'), name: t('time.other') },
        ]}
        value={other !== null ? 'other' : minutes === null ? 'all' : String(minutes)}
        onChange={choose}
      />
      {other !== null && (
        <div className={styles.other} role="group" aria-label={t('time.other')}>
          <Stepper
            value={other}
            least={MIN_SESSION_MINUTES}
            most={MAX_SESSION_MINUTES}
            by={STEP_MINUTES}
            text={t('time.minutes', { count: other })}
            less={t('time.less')}
            more={t('time.longer')}
            onChange={onChange}
          />
        </div>
      )}
    </div>
  )
}
