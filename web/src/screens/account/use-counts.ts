import { useTranslation } from 'react-i18next'
import type { Tally } from '#core/import-plan.ts'
import { language } from '#web/language/language.ts'

/** Says how many of each: "3 pieces, 5 sections, 120 practice entries"; what there is none of is left out. */
export function useCounts(): (tally: Tally) => string {
  const { t } = useTranslation('account')
  return ({ pieces, sections, practice }) => {
    const words = [
      pieces > 0 ? t('import.pieces', { count: pieces }) : null,
      sections > 0 ? t('import.sections', { count: sections }) : null,
      practice > 0 ? t('import.entries', { count: practice }) : null,
    ].filter(word => word !== null)
    return new Intl.ListFormat(language(), { type: 'conjunction' }).format(words)
  }
}
