import { getAvatar, isAvatarOfOurs } from '#web/api/avatar-call.ts'
import { isObject } from '#web/api/request.ts'
import { currentStore } from '#web/store/current-store.ts'

/**
 * The picture of the user of this page, out of their own database; where another is the newer one, it is fetched and
 * kept there first. Null for one that is not ours to keep, and where none can be had. Never rejects (D22, rule AV8).
 */
export async function avatarOf(image: string): Promise<Blob | null> {
  const store = currentStore.get()
  if (store === null || !isAvatarOfOurs(image)) return null
  const kept = keptAvatar(await store.kept('avatar'))
  if (kept?.image === image) return blobOf(kept)
  const fetched = await getAvatar(image, store.userId)
  // Without a signal an older picture is still the user's.
  if (fetched === null) return kept && blobOf(kept)
  // As bytes: not every browser keeps a Blob in every mode.
  const avatar: KeptAvatar = { image, type: fetched.type, bytes: await fetched.arrayBuffer() }
  await store.keep('avatar', avatar)
  return fetched
}

type KeptAvatar = { readonly image: string; readonly type: string; readonly bytes: ArrayBuffer }

const blobOf = ({ bytes, type }: KeptAvatar) => new Blob([bytes], { type })

/** What was kept, if it is of a form that we know. */
function keptAvatar(kept: unknown): KeptAvatar | null {
  if (!isObject(kept)) return null
  const { image, type, bytes } = kept
  const isAvatar = typeof image === 'string' && typeof type === 'string' && bytes instanceof ArrayBuffer
  return isAvatar ? { image, type, bytes } : null
}
