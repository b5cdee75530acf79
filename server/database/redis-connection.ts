const CONNECT_MILLISECONDS = 5000

/** A connection to Redis or Valkey that can publish and subscribe at the same time. It does not reconnect. */
export type RedisConnection = {
  /** Rejects if the connection is lost before Redis has answered. */
  publish: (channel: string, message: string) => Promise<number>
  subscribe: (channel: string, onMessage: (message: string) => void) => Promise<void>
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>
  close: () => void
}

/**
 * Connects to Redis 6 or newer, or Valkey 7.2 or newer, with a redis:// or rediss:// URL. Throws if it cannot connect.
 * Closes the connection if `stop` is aborted. Also pings the server every `pingMilliseconds` and closes the connection
 * if a ping is not answered before the next one. Without pings, a crash of the server's machine would not be noticed,
 * because a crashed machine does not close its connections.
 */
export async function connectRedis(
  url: string,
  pingMilliseconds: number,
  stop: AbortSignal,
): Promise<RedisConnection> {
  // Loaded here because only servers whose LIVE names a Redis need it.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    // With version 3 of the protocol a connection that is subscribed can publish, too.
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECT_MILLISECONDS, reconnectStrategy: false },
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let reason: unknown = new Error('The connection was closed')
  // Without a listener for 'error' the process would exit.
  client.on('error', error => {
    reason = error
    close()
  })
  let isAnswered = true
  const timer = setInterval(() => {
    if (!isAnswered) return close()
    isAnswered = false
    client.ping().then(
      () => (isAnswered = true),
      () => {},
    )
  }, pingMilliseconds)
  function close() {
    clearInterval(timer)
    stop.removeEventListener('abort', close)
    client.destroy()
    end()
  }
  stop.addEventListener('abort', close)
  const connecting = client.connect().then(() => true)
  // The client cannot be stopped while it opens its socket, which takes five seconds at most.
  void ended.then(() => connecting.then(close, close))
  if (stop.aborted) close()
  const isOpen = await Promise.race([connecting.catch(close), ended])
  if (isOpen !== true) throw reason
  return {
    publish: (channel, message) => client.publish(channel, message),
    subscribe: (channel, onMessage) => client.subscribe(channel, message => onMessage(message)),
    ended,
    close,
  }
}
