import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'

/**
 * Returns a function that shows a toast after the user has removed a section from the form. The toast explains that the
 * section is not deleted until the user saves the form, and offers Undo while the form is open (rule PS18).
 *
 * @param putBack restores the removed section in the form
 */
export function useRemovalToast<Removed>(
  putBack: (removed: Removed) => void,
): (section: string, removed: Removed) => void {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  // Undo applies to the form as it is when it is pressed.
  const latest = useRef(putBack)
  const open = useRef<AbortController>(null)

  useEffect(() => {
    latest.current = putBack
  })
  useEffect(() => {
    const controller = new AbortController()
    open.current = controller
    return () => controller.abort()
  }, [])

  return (section, removed) => {
    const until = open.current?.signal
    showSuccess(t('editor.removed', { section }), {
      label: common('undo'),
      run: () => latest.current(removed),
      ...(until && { until }),
    })
  }
}
