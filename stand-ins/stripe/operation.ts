import type { Books } from './books.ts'
import type { Money } from './money.ts'

/** A validated request. The casts to Stripe's types rely on the validation. */
export type Call = { books: Books; money: Money; values: object; ids: readonly string[]; base: string }
export type Operations = Record<string, (call: Call) => object>
