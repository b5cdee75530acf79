import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { useOpenSupport } from '#web/kit/open-feedback.ts'

/** Renders the button that opens the support form ("Write to us"), which is part of Pro (spec 1). */
export function ContactSupportButton() {
  const { t } = useTranslation('account')
  return (
    <Button icon="chat" onClick={useOpenSupport()}>
      {t('plan.writeToUs')}
    </Button>
  )
}
