import { fetchAvatar, isOwnAvatarUrl } from '#web/api/account-calls.ts'
import { isObject } from '#web/device/browser-storage.ts'
import type { OpenedStore } from '#web/store/store-interface.ts'

/**
 * The picture from the user's store, downloaded anew if its URL has changed; null if it is not ours (D22, rule AV7).
 */
export async function loadAvatarBlob(store: OpenedStore | null, image: string): Promise<Blob | null> {
  if (store === null || !isOwnAvatarUrl(image)) return null
  const kept = keptAvatar(await store.readValue('avatar'))
  if (kept?.image === image) return blobOf(kept)
  const fetched = await fetchAvatar(image, store.userId)
  // Offline, an older picture is better than none.
  if (fetched === null) return kept && blobOf(kept)
  // Stored as bytes, because some browsers cannot store a Blob in private mode.
  const avatar: KeptAvatar = { image, type: fetched.type, bytes: await fetched.arrayBuffer() }
  await store.storeValue('avatar', avatar)
  return fetched
}

type KeptAvatar = { readonly image: string; readonly type: string; readonly bytes: ArrayBuffer }

const blobOf = ({ bytes, type }: KeptAvatar) => new Blob([bytes], { type })

function keptAvatar(kept: unknown): KeptAvatar | null {
  if (!isObject(kept)) return null
  const { image, type, bytes } = kept
  const isAvatar = typeof image === 'string' && typeof type === 'string' && bytes instanceof ArrayBuffer
  return isAvatar ? { image, type, bytes } : null
}
