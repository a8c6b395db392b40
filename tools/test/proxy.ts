/** A way to a database that can be cut, reset or held, for tests of what happens then. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy {
  /** The same database by this way. */
  readonly url: string
  /** Nobody listens any more: connections are refused, open ones end. */
  refuse(): Promise<void>
  /** Lets everything through again, on the same port. */
  restore(): Promise<void>
  /** Cuts every open connection off without a word. */
  reset(): void
  /** Takes connections and passes nothing on, in either direction, as a host that has lost its network does. */
  hold(): void
  close(): Promise<void>
}

export async function proxyTo(url: string): Promise<Proxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let held = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (!held) to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const drop = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const refuse = async () => {
    drop()
    if (server.listening) {
      server.close()
      await once(server, 'close')
    }
  }
  return {
    url: Object.assign(new URL(url), { port: String(port), search: '' }).href,
    refuse,
    restore: async () => {
      if (held) drop()
      held = false
      if (!server.listening) await listen(port)
    },
    reset: drop,
    hold: () => {
      held = true
    },
    close: refuse,
  }
}
