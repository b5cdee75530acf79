import { newEpoch } from './operations/new-epoch.ts'
import { withDatabase } from './operations/with-database.ts'

// npm run new-epoch: after a backup was restored, before the server starts again.
await withDatabase(
  async ({ db }) => `Every device will fetch its library anew, once (epoch ${await newEpoch(db)}).`,
)
