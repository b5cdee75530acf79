import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a span tells beside its name and its times. Only words of closed lists, patterns, numbers and random ids: nothing
 * that a user wrote or that names a user (rule HT89).
 */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** What kind of work a span stands for: a request that is answered, one that is sent, or work of the server's own. */
export type SpanKind = 'server' | 'client' | 'internal'

/** How a span ended. `error` is the kind of a failure, never its message, which may repeat values. */
export type SpanEnd = { name?: string; attributes?: SpanAttributes; error?: string }

/** A timed part of a trace that has not ended. */
export type ActiveSpan = {
  /** Starts a part of this span, now or so many milliseconds ago. */
  startChild: (
    name: string,
    start: { kind: SpanKind; attributes: SpanAttributes; millisecondsAgo?: number },
  ) => ActiveSpan
  /** Ends the span. Must be called once. */
  end: (end: SpanEnd) => void
}

/** The span of the current work; null once it has ended, for what goes on after it, such as an event stream. */
const spanStorage = new AsyncLocalStorage<{ span: ActiveSpan | null }>()

/** Returns the span of the current work, or null where nothing is traced. */
export const currentSpan = (): ActiveSpan | null => spanStorage.getStore()?.span ?? null

/**
 * Runs work as a child of the current span, or without one where nothing is traced.
 *
 * @param endOf tells of what the work returned how the span ended
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
 * Runs work within a span, so that what it calls can start children, and ends the span, also when the work throws. What
 * the work has started and not awaited is not traced from then on.
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

/** Returns the code or the class of an error, without its message. */
export function errorKindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && CODE.test(String(error.code)) ? String(error.code) : error.constructor.name
}
