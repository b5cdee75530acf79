const encoder = new TextEncoder()

/** The body of an answer that never ends, written a little at a time. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array>
  /** False, and nothing is written, where what was written before has not been taken yet: nothing piles up. */
  write(text: string): boolean
  end(): void
}

/**
 * A body for thousands of quiet streams at once: no pipe, no buffer, no signal, which together cost more than the
 * connection itself.
 *
 * @param onWanted more can be written
 * @param onLeft whoever read has gone
 */
export function createEventStream(onWanted: () => void, onLeft: () => void): EventStream {
  let controller: ReadableStreamDefaultController | null = null
  let isWanted = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      pull() {
        isWanted = true
        onWanted()
      },
      cancel() {
        controller = null
        onLeft()
      },
    },
    // Asked for only by who reads.
    { highWaterMark: 0 },
  )
  return {
    body,
    write(text) {
      if (!isWanted || controller === null) return false
      isWanted = false
      controller.enqueue(encoder.encode(text))
      return true
    },
    end() {
      controller?.close()
      controller = null
    },
  }
}
