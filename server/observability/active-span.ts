import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The attributes of a span (a timed part of a trace). Values are only words from fixed lists, patterns, numbers and
 * random ids: nothing that a user wrote or that identifies a user (rule HT89).
 */
export type SpanAttributes = Readonly<Record<string, string | number>>

/**
 * Kind of work that a span (a timed part of a trace) stands for: a request that the server answers, a request that it
 * sends, or work within the server.
 */
export type SpanKind = 'server' | 'client' | 'internal'

/**
 * The data that is recorded at the end of a span (a timed part of a trace): a new name, further attributes, and the
 * kind of the failure in `error`. All are optional; without `error`, the span counts as successful. `error` is never a
 * message, because a message may contain a user's data.
 */
export type SpanEnd = { name?: string; attributes?: SpanAttributes; error?: string }

/** A running span (a timed part of a trace), which can start child spans and must be ended. */
export type ActiveSpan = {
  /** Starts a child span, which is a part of this span. It begins now, or `millisecondsAgo` in the past. */
  startChild: (
    name: string,
    start: { kind: SpanKind; attributes: SpanAttributes; millisecondsAgo?: number },
  ) => ActiveSpan
  /** Ends the span. Must be called once. */
  end: (end: SpanEnd) => void
}

/** The span of the current work; null once it has ended, for what goes on after it, such as an event stream. */
const spanStorage = new AsyncLocalStorage<{ span: ActiveSpan | null }>()

/** Returns the span (a timed part of a trace) within which the calling code runs, or null if it runs within none. */
export const currentSpan = (): ActiveSpan | null => spanStorage.getStore()?.span ?? null

/**
 * Runs `work`, records it as a child of the current span (a timed part of a trace), and returns its result. If there is
 * no current span, runs `work` without recording it. If `work` throws, records the kind of the error and rethrows the
 * error.
 *
 * @param endOf returns the data to record at the end of the span, given the result of the work
 */
export async function traceStep<T>(
  name: string,
  start: { kind: SpanKind; attributes: SpanAttributes },
  work: () => Promise<T>,
  endOf: (result: T) => SpanEnd = () => ({}),
): Promise<T> {
  const parent = currentSpan()
  return parent === null ? work() : finishSpan(parent.startChild(name, start), work, endOf)
}

/**
 * Runs `work` with `span` (a timed part of a trace) as the current span, so that `work` can start child spans, and
 * returns its result. Afterwards ends the span with the data from `endOf`. If `work` throws, ends the span with the
 * kind of the error and rethrows the error. Work that is started but not awaited is not traced after that.
 */
export async function finishSpan<T>(
  span: ActiveSpan,
  work: () => Promise<T>,
  endOf: (result: T) => SpanEnd = () => ({}),
): Promise<T> {
  const current: { span: ActiveSpan | null } = { span }
  try {
    const result = await spanStorage.run(current, work)
    span.end(endOf(result))
    return result
  } catch (error) {
    span.end({ error: errorKindOf(error) })
    throw error
  } finally {
    current.span = null
  }
}

/** A code of PostgreSQL or Node, such as 40001 or ECONNREFUSED. */
const CODE = /^\w{1,40}$/

/**
 * Returns the kind of an error: its code, such as ECONNREFUSED, or else the name of its class. Never returns the
 * error's message, which could contain a user's data.
 */
export function errorKindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && CODE.test(String(error.code)) ? String(error.code) : error.constructor.name
}
