import { useEffect } from 'react'
import { useSession } from './use-session.ts'

/** Sees to it that the user's picture is on this device before the signal goes; nothing waits for it (rule AV8). */
export function useAvatarKept(): void {
  const session = useSession()
  const image = session.kind === 'signed-in' ? session.user.image : null

  useEffect(() => {
    if (image === null) return
    void import('./avatar.ts')
      .then(({ avatarOf }) => avatarOf(image))
      // The network went before the rest of the program was there; the account asks again.
      .catch(() => undefined)
  }, [image])
}
