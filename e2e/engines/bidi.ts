/** A WebDriver BiDi connection, https://www.w3.org/TR/webdriver-bidi/. Each event has at most one listener. */
export type Bidi = {
  send(method: string, params?: object): Promise<Record<string, unknown>>
  on(event: string, listener: (params: Record<string, unknown>) => void): void
  close(): void
}

type Message = {
  readonly type: 'success' | 'error' | 'event'
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: string
  readonly message?: string
  readonly method?: string
  readonly params?: Record<string, unknown>
}

export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address)
  const pending = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  const listeners = new Map<string, (params: Record<string, unknown>) => void>()
  let nextId = 1

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.type === 'event') {
      listeners.get(message.method ?? '')?.(message.params ?? {})
      return
    }
    const command = pending.get(message.id ?? 0)
    pending.delete(message.id ?? 0)
    if (message.type === 'success') command?.resolve(message.result ?? {})
    else command?.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('the browser has closed the connection'))
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)))
  })

  return {
    send(method, params = {}) {
      const id = nextId++
      const command = Promise.withResolvers<Record<string, unknown>>()
      pending.set(id, command)
      socket.send(JSON.stringify({ id, method, params }))
      return command.promise
    },
    on: (event, listener) => void listeners.set(event, listener),
    close: () => socket.close(),
  }
}
