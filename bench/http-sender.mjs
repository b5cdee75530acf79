import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

const TIMEOUT_MILLISECONDS = 30_000
const END_OF_HEAD = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

/** @typedef {{ status: string, body: string } | null} Answer */
/** @typedef {{ isOpen: () => boolean, send: (request: string) => Promise<Answer> }} Connection */

/**
 * Creates a function that posts JSON on connections that stay open, and opens one more while all are in use, as devices
 * would. It resolves to the answer, or to null if none came within half a minute. A flood shares the processors with the
 * server that it floods, so it must cost little; Node's own client costs several times as much.
 * @param {string} origin
 * @param {string} [from] the address of the loopback interface that it connects from
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
 * Connects to the server of this machine that listens at `origin`, or to a proxy before it, from this address.
 * @param {string} origin
 * @param {string} [from]
 */
export function openSocket(origin, from) {
  const { protocol, hostname, port } = new URL(origin)
  const host = from === undefined ? hostname : '127.0.0.1'
  const own = { servername: hostname, rejectUnauthorized: false }
  const options = { host, port: Number(port), localAddress: from, ...own }
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
 * Returns the status and the body (with the sizes of its chunks, if it comes in some) of a whole answer; null before its end.
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
