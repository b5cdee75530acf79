import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { useOpenSupport } from '#web/kit/open-feedback.ts'

/** The human who answers: the support that comes with Pro (spec 1). */
export function WriteToUs() {
  const { t } = useTranslation('account')
  return (
    <Button icon="chat" onClick={useOpenSupport()}>
      {t('plan.writeToUs')}
    </Button>
  )
}
