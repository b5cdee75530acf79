import type { AddressInfo, Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

/** Starts a real SMTP server on a free port. `received` collects the raw mails. */
export async function startMailServer(options: SMTPServerOptions) {
  const received: string[] = []
  const server = new SMTPServer({
    logger: false,
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', part => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  // A client that hangs up over our certificate is what some tests are about.
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
