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
 * How a span (a timed part of a trace) ended. `error` is the kind of a failure, never its message, because a message
 * may contain a user's data.
 */
export type SpanEnd = { name?: string; attributes?: SpanAttributes; error?: string }

/** A span (a timed part of a trace) that has not ended. */
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

/** Returns the span (a timed part of a trace) of the current work. Returns null if nothing is traced. */
export const currentSpan = (): ActiveSpan | null => spanStorage.getStore()?.span ?? null

/**
 * Runs work and records it as a child of the current span (a timed part of a trace). Returns the result of the work.
 * If nothing is traced, runs the work without recording it.
 *
 * @param endOf returns how the span ended, given the result of the work
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
 * Runs work within a span (a timed part of a trace), so that the work can start child spans. Ends the span when the
 * work ends or throws. Work that is started but not awaited is not traced after that.
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
