import { createInvalidRequestError, createResourceMissingError } from './stripe-api-error.ts'

type Range = { gt?: number; gte?: number; lt?: number; lte?: number }
/**
 * Parameters of a request for one page of a list: the maximum number of items, the id after which the page begins or
 * before which it ends, and the creation time (or range of times) of the items in seconds.
 */
export type StripePageQuery = {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | Range
}
type Listed = { id: string; created?: number }

const MOST = 100
const USUAL = 10

/**
 * Returns one page of a list as Stripe does: newest first, after or before the id given as a cursor, with 10 items by
 * default and at most 100. Throws a Stripe error if the parameters are invalid.
 */
export function paginate<T extends Listed>(url: string, newestFirst: readonly T[], page: StripePageQuery) {
  const { limit = USUAL, starting_after: after, ending_before: before } = page
  if (limit > MOST)
    throw createInvalidRequestError(
      `This value must be less than or equal to 100 (it currently is '${limit}').`,
      {
        param: 'limit',
      },
    )
  if (limit < 1)
    throw createInvalidRequestError(`This value must be greater than or equal to 1.`, {
      param: 'limit',
    })
  if (after !== undefined && before !== undefined)
    throw createInvalidRequestError(
      'You may only specify one of these parameters: starting_after, ending_before.',
    )
  const all = newestFirst.filter(({ created }) => created === undefined || isIn(created, page.created))
  if (before !== undefined) {
    const newer = all.slice(0, placeOf(all, before, 'ending_before'))
    return { object: 'list', data: newer.slice(-limit), has_more: newer.length > limit, url }
  }
  const rest = after === undefined ? all : all.slice(placeOf(all, after, 'starting_after') + 1)
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url }
}

function placeOf(all: readonly Listed[], id: string, param: string): number {
  const place = all.findIndex(one => one.id === id)
  if (place === -1) throw createResourceMissingError('object', id, param)
  return place
}

function isIn(moment: number, range: number | Range | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return moment === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return moment > gt && moment >= gte && moment < lt && moment <= lte
}
