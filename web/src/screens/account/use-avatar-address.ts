import { useEffect, useState } from 'react'
import { isServedAvatar } from '#web/api/avatar-call.ts'
import { avatarOf } from '#web/identity/avatar.ts'
import { checkSession } from '#web/identity/session-state.ts'

/** Returns the URL of the user's picture; a served one comes from their database (rule AV8). */
export function useAvatarAddress(image: string | null): string | null {
  const isOurs = image !== null && isServedAvatar(image)
  const [address, setAddress] = useState<string | null>(isOurs ? null : image)

  useEffect(() => {
    // The server fetches the picture shortly after the sign-in, so it may exist by now.
    if (image === null) void checkSession()
    if (image === null || !isOurs) return
    let own: string | null = null
    let isGone = false
    void avatarOf(image).then(picture => {
      if (isGone || picture === null) return
      own = URL.createObjectURL(picture)
      setAddress(own)
    })
    return () => {
      isGone = true
      if (own !== null) URL.revokeObjectURL(own)
    }
  }, [image, isOurs])

  return address
}
