import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Returns true if an IP address is public, so that the server may download a picture from it (rule AV5). Returns
 * false for loopback addresses, private networks and cloud metadata services, and for a text that is no IP address.
 * An IPv4 address embedded in an IPv6 address is never public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  return isIPv6(address) && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

// All global unicast addresses assigned so far. Loopback, link-local, unique local and mapped addresses lie outside.
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

// RFC 6890 and the IANA registries of special-purpose addresses.
const reserved = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, bits, 'ipv6')
