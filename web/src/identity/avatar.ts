import * as z from 'zod/mini'
import { fetchAvatar, isOwnAvatarUrl } from '#web/api/account-calls.ts'
import type { OpenedStore } from '#web/store/store-interface.ts'

/** Returns null if no store is open, `image` is on another server, or the picture cannot be loaded. */
export async function loadAvatarBlob(store: OpenedStore | null, image: string): Promise<Blob | null> {
  if (store === null || !isOwnAvatarUrl(image)) return null
  const kept = keptAvatarSchema.safeParse(await store.readValue('avatar')).data
  if (kept?.image === image) return blobOf(kept)
  const fetched = await fetchAvatar(image, store.userId)
  // Offline, an older picture is better than none.
  if (fetched === null) return kept ? blobOf(kept) : null
  // Stored as bytes, because some browsers cannot store a Blob in private mode.
  const avatar: KeptAvatar = { image, type: fetched.type, bytes: await fetched.arrayBuffer() }
  await store.storeValue('avatar', avatar)
  return fetched
}

const keptAvatarSchema = z.object({ image: z.string(), type: z.string(), bytes: z.instanceof(ArrayBuffer) })
type KeptAvatar = z.infer<typeof keptAvatarSchema>

const blobOf = ({ bytes, type }: KeptAvatar) => new Blob([bytes], { type })
