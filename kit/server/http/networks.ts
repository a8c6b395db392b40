import { BlockList, isIP, isIPv6 } from 'node:net'

/** An address or a network, `10.0.0.0/8`, of either version. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 6 ? 128 : 32) && Number(length) > 0)
}

/** An IPv4 address that came mapped, as itself. */
export const plainAddress = (address: string): string => /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address

/** Whether an address is in one of some networks; anywhere, where there are none. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const [at = '', length] = network.split('/')
    const family = isIPv6(at) ? 'ipv6' : 'ipv4'
    list.addSubnet(at, length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length), family)
  }
  const plain = plainAddress(address)
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
