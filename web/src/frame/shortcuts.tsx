import { parsePedal } from '#core/practice/practice-shortcuts.ts'
import { ShortcutsDialog } from '#web/kit/shortcuts/shortcuts-dialog.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { usePersisted } from '#web/store/persisted-values.ts'

/** Renders a dialog with the keyboard shortcuts of the current screen (rule PD1). */
export function ScreenShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  const [pedal] = usePersisted('pedal', parsePedal)
  return <ShortcutsDialog pathname={pathname} pedal={pedal} onClose={onClose} />
}
