const encoder = new TextEncoder()

/** The body of a response that stays open to send server-sent events, with functions to write to it and to end it. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array>
  /** Returns false and writes nothing if the client has not read the previous text yet, so that no text accumulates. */
  write(text: string): boolean
  end(): void
}

/**
 * Creates the response body of a stream of server-sent events. It uses no pipe, buffer or abort signal, because these
 * would take more memory than the thousands of connections themselves.
 *
 * @param onWanted called when the client is ready to read more
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
    // Called only if the client is reading.
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
