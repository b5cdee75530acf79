import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** Self-signed, valid from 2020 to 2049; created in each run, so that the repository contains no private key. */
export function localhostCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const ecdsaWithSha256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const commonName = sequence(identifier(0x55, 0x04, 0x03), element(0x0c, Buffer.from('localhost')))
  const name = sequence(element(0x31, commonName))
  const validity = sequence(
    element(0x17, Buffer.from('200101000000Z')),
    element(0x17, Buffer.from('491231235959Z')),
  )
  const alternativeName = sequence(
    identifier(0x55, 0x1d, 0x11),
    element(0x04, sequence(element(0x82, Buffer.from('localhost')))),
  )
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey,
    element(0xa3, sequence(alternativeName)),
  )
  const signature = sign('sha256', toBeSigned, createPrivateKey(privateKey))
  const bits = element(0x03, Buffer.concat([Buffer.from([0]), signature]))
  const der = sequence(toBeSigned, ecdsaWithSha256, bits)
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

// DER: a tag, the length, the content (X.690).
function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => element(0x30, Buffer.concat(parts))

const identifier = (...bytes: number[]) => element(0x06, Buffer.from(bytes))
