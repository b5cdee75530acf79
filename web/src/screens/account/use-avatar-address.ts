import { useEffect, useState } from 'react'
import { isAvatarOfOurs } from '#web/api/avatar-call.ts'
import { avatarOf } from '#web/identity/avatar.ts'
import { checkSession } from '#web/identity/session-state.ts'

/** Where the browser finds the user's picture: one of ours comes out of their own database (rule AV8). */
export function useAvatarAddress(image: string | null): string | null {
  const isOurs = image !== null && isAvatarOfOurs(image)
  const [address, setAddress] = useState<string | null>(isOurs ? null : image)

  useEffect(() => {
    // A picture arrives at the server a moment after the sign-in: there may be one by now.
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
