import { Agent, request } from 'node:http'

/** Connections are used again, as a proxy in front of a server would. */
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/**
 * Resolves to the body of an answer with status 200 or 201, and rejects for every other.
 * @param {string} address
 * @param {Record<string, string>} headers
 * @param {object} json
 * @returns {Promise<any>}
 */
export function postJson(address, headers, json) {
  const body = JSON.stringify(json)
  const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', headers: all, agent }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => (text += chunk))
      answer.on('end', () =>
        answer.statusCode === 200 || answer.statusCode === 201
          ? resolve(JSON.parse(text))
          : reject(new Error(`${answer.statusCode}: ${text}`)),
      )
    })
    sent.on('error', reject).end(body)
  })
}

/** Ends the connections, so that the process can end. */
export const closeConnections = () => agent.destroy()
