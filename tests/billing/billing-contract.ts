import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { endContract } from './billing-contract-end.ts'
import { neverTwiceContract } from './billing-contract-never-twice.ts'
import { noticeContract } from './billing-contract-notices.ts'
import { aShop, never } from './billing-shop.ts'
import type { Shop } from './billing-shop.ts'
import { repetitions } from '#tests/repository/tries.ts'

/** A database for the billing tests. */
export type BillingEngine = {
  name: 'PGlite' | 'PostgreSQL'
  /** The same migrated database, as two servers open it. */
  open: () => Promise<readonly [Database, Database]>
}

/** Milliseconds of each way to Stripe and back: most are short, and the long ones are overtaken by many. */
const aWay = () => Math.random() * (Math.random() < 0.1 ? 80 : 4)

/** Defines all billing tests for either database, with two servers and a slow connection to Stripe. */
export function billingContract({ name, open }: BillingEngine) {
  describe(`on ${name}`, () => {
    let opened: Shop | null = null
    beforeAll(async () => {
      opened = await aShop(await open(), aWay)
    })
    afterAll(() => opened?.close())
    const shop = () => opened ?? never()
    // On one connection, as PGlite has it, nothing overtakes anything in the database.
    noticeContract(shop, name === 'PGlite' ? 6 : repetitions(6, 30))
    neverTwiceContract(shop)
    endContract(shop)
  })
}
