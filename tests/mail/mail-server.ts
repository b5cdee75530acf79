import type { AddressInfo, Server } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export async function startMailServer(options: SMTPServerOptions) {
  const received: string[] = []
  const server = new SMTPServer({
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  // Some tests need clients that hang up because of our certificate.
  server.on('error', () => undefined)
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  return {
    url: `smtp://localhost:${port}`,
    received,
    close: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(closed.resolve)
      await closed.promise
    },
  }
}

export async function portOnceListening(server: Server): Promise<number> {
  await new Promise(resolve => {
    server.once('listening', resolve)
  })
  return (server.address() as AddressInfo).port
}

/** Decodes quoted-printable text (RFC 2045), which nodemailer uses for German. */
export function decodeQuotedPrintable(mail: string): string {
  const bytes = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
