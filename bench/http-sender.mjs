import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

const TIMEOUT_MILLISECONDS = 30_000
const END_OF_HEAD = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

/** @typedef {{ status: string, body: string } | null} Answer */
/** @typedef {{ isOpen: () => boolean, send: (request: string) => Promise<Answer> }} Connection */

/**
 * The returned function reuses idle connections and opens another one if all are in use. It resolves to null if no answer
 * comes within 30 seconds. Node's own client needs several times the processor time, which a flood takes from the server
 * on the same machine.
 * @param {string} origin
 * @param {string} [from] loopback address of the client
 * @returns {(path: string, body: string, headers: Record<string, string>, method?: string) => Promise<Answer>}
 */
export function createHttpSender(origin, from) {
  const { host } = new URL(origin)
  /** @type {Connection[]} */
  const idle = []
  return (path, body, headers, method = 'POST') => {
    const lines = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    let connection = idle.pop()
    while (connection?.isOpen() === false) connection = idle.pop()
    connection ??= createConnection(openSocket(origin, from), usable => idle.push(usable))
    return connection.send(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
  }
}

/**
 * @param {string} origin on this machine
 * @param {string} [from]
 */
export function openSocket(origin, from) {
  const { protocol, hostname, port } = new URL(origin)
  const host = from === undefined ? hostname : '127.0.0.1'
  const tls = { servername: hostname, rejectUnauthorized: false }
  const options = { host, port: Number(port), localAddress: from, ...tls }
  return protocol === 'https:' ? connectSecurely(options) : connect(options)
}

/**
 * @param {import('node:net').Socket} socket
 * @param {(connection: Connection) => void} onIdle called when the connection can be used again
 * @returns {Connection}
 */
function createConnection(socket, onIdle) {
  socket.setNoDelay().setEncoding('latin1')
  let received = ''
  /** @type {((answer: Answer) => void) | null} */
  let resolveAnswer = null

  /** @param {Answer} answer */
  function settle(answer) {
    const resolve = resolveAnswer
    resolveAnswer = null
    received = ''
    resolve?.(answer)
  }
  const connection = {
    isOpen: () => socket.writable,
    /** @param {string} request */
    send(request) {
      socket.write(request)
      return new Promise((/** @type {(answer: Answer) => void} */ resolve) => (resolveAnswer = resolve))
    },
  }
  socket
    .setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy())
    .on('error', () => {})
    .on('close', () => settle(null))
    .on('data', chunk => {
      received += chunk
      const answer = parseAnswer(received)
      if (answer === null) return
      settle(answer)
      onIdle(connection)
    })
  return connection
}

/**
 * Returns null until the answer is complete. A chunked body still contains its chunk sizes.
 * @param {string} text
 * @returns {Answer}
 */
function parseAnswer(text) {
  const end = text.indexOf(END_OF_HEAD)
  if (end === -1) return null
  const body = text.slice(end + END_OF_HEAD.length)
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1]
  const isEmpty = text.slice(9, 12) === '204'
  const isWhole = length === undefined ? isEmpty || body.endsWith(LAST_CHUNK) : body.length >= Number(length)
  return isWhole ? { status: text.slice(9, 12), body } : null
}
