import { useEffect, useState } from 'react'
import { isOwnServerAvatar } from '#web/api/account-calls.ts'
import { loadAvatar } from '#web/identity/avatar.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'

/**
 * Returns a URL for the user's picture. Returns null if the user has no picture, or while the picture is being loaded
 * or if loading failed. A picture from the app's own server is read from the local database (rule AV7).
 */
export function useAvatarUrl(image: string | null): string | null {
  const identity = useIdentity()
  const device = useDeviceLibrary()
  const isOurs = image !== null && isOwnServerAvatar(image)
  const [address, setAddress] = useState<string | null>(isOurs ? null : image)

  useEffect(() => {
    // The server fetches the picture shortly after the sign-in, so it may exist by now.
    if (image === null) void identity.refresh()
    if (image === null || !isOurs) return
    let own: string | null = null
    let isGone = false
    void loadAvatar(device.store.get(), image).then(picture => {
      if (isGone || picture === null) return
      own = URL.createObjectURL(picture)
      setAddress(own)
    })
    return () => {
      isGone = true
      if (own !== null) URL.revokeObjectURL(own)
    }
  }, [image, isOurs, identity, device])

  return address
}
