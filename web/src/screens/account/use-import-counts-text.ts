import { useTranslation } from 'react-i18next'
import type { ImportCounts } from '#core/import-export/import-plan.ts'
import { currentLanguage } from '#web/language/language.ts'

/**
 * Returns a function that formats how many items an import contains: "3 pieces, 5 sections and 120 practice entries".
 * The function omits zeros, and returns an empty string if all numbers are zero.
 */
export function useImportCountsText(): (tally: ImportCounts) => string {
  const { t } = useTranslation('account')
  return ({ pieces, sections, practice }) => {
    const words = [
      pieces > 0 ? t('import.pieces', { count: pieces }) : null,
      sections > 0 ? t('import.sections', { count: sections }) : null,
      practice > 0 ? t('import.entries', { count: practice }) : null,
    ].filter(word => word !== null)
    return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words)
  }
}
