import type { Analytics } from '#web/analytics/analytics.ts'
import { createAnalytics } from '#web/analytics/create-analytics.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import { createIdentityService, type IdentityService } from '#web/identity/identity-service.ts'
import type { LibraryServices, LibraryState, OpenUserStore } from '#web/store/library-services.ts'
import type { OpenedStore, SyncControl, StorageTrouble } from '#web/store/store-interface.ts'
import { createSync, type Sync } from '#web/sync/create-sync.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

export type AppServices = {
  readonly device: LibraryServices
  readonly sync: Sync
  readonly analytics: Analytics
  readonly identity: IdentityService
}

export function createAppServices(): AppServices {
  const store = createObservable<OpenedStore | null>(null)
  const sync = createSync(store)
  const device = createLibraryServices(store, sync)
  const analytics = createAnalytics(device)
  const identity = createIdentityService(device, analytics)
  return { device, sync, analytics, identity }
}

function createLibraryServices(store: Observable<OpenedStore | null>, sync: SyncControl): LibraryServices {
  let opener: OpenUserStore | null = null
  const device: LibraryServices = {
    store,
    library: createObservable<LibraryState>({ kind: 'loading' }),
    role: createObservable<StripeRoleOrUnknown>(undefined),
    storageTrouble: createObservable<StorageTrouble>(null),
    sync,
    async openStore(userId) {
      const { createStoreOpener } = await import('#web/store/open-store.ts')
      opener ??= createStoreOpener(device)
      return opener(userId)
    },
  }
  return device
}
