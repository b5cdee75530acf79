import { useEffect } from 'react'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { useSession } from './use-session.ts'

/** Downloads the user's picture in advance, so that it is available offline (rule AV7). */
export function usePrefetchAvatar(): void {
  const { store } = useDeviceLibrary()
  const session = useSession()
  const image = session.kind === 'signed-in' ? session.user.image : null

  useEffect(() => {
    if (image === null) return
    void import('./avatar.ts')
      .then(({ loadAvatar }) => loadAvatar(store.get(), image))
      // The network failed before the code was loaded; the account screen tries again.
      .catch(() => undefined)
  }, [image, store])
}
