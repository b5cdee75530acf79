import { useId } from 'react'
import * as z from 'zod/mini'
import { useTranslation } from 'react-i18next'
import { IMPORTANCE_LEVELS, parseImportance, type Importance } from '#core/library/piece.ts'
import { WideHairpin } from './musical-signs.tsx'
import styles from './urgency-field.module.css'

type Props = {
  value: Importance
  onChange: (value: Importance) => void
  legend?: 'shown' | 'hidden'
}

export function UrgencyField({ value, onChange, legend = 'shown' }: Props) {
  const { t } = useTranslation()
  const name = useId()

  return (
    <fieldset role="radiogroup" aria-label={t('urgency.name')}>
      {legend === 'shown' && (
        <p className={styles.legend} aria-hidden="true">
          {t('urgency.name')}
        </p>
      )}
      <WideHairpin />
      <div className={styles.choices}>
        {IMPORTANCE_LEVELS.map(importance => (
          <label key={importance}>
            <input
              type="radio"
              name={name}
              value={importance}
              checked={importance === value}
              aria-label={choiceName(importance, t('urgency.lowest'), t('urgency.highest'))}
              onChange={() => onChange(importance)}
            />
            <span translate="no">{importance}</span>
          </label>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{t('urgency.lowest')}</span>
        <span>{t('urgency.highest')}</span>
      </div>
    </fieldset>
  )
}

export const importanceSchema = z.custom<Importance>(urgency => parseImportance(urgency) !== null)

function choiceName(importance: Importance, lowest: string, highest: string): string {
  if (importance === 1) return `1, ${lowest}`
  return importance === 5 ? `5, ${highest}` : String(importance)
}
