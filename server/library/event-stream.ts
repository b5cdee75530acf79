const encoder = new TextEncoder()

/** The body of a response that stays open, for server-sent events. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array>
  /** False, and nothing is written, where what was written before has not been taken yet: nothing piles up. */
  write(text: string): boolean
  end(): void
}

/**
 * Creates the response body of a stream of server-sent events. It uses no pipe, buffer or abort signal, because these
 * would take more memory than the thousands of connections themselves.
 *
 * @param onWanted called when more can be written
 * @param onLeft called when the client has closed the stream
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
