import { createServer, type AddressInfo, type Server } from 'node:net'

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** So many different ones: each is held until the last is found. */
export async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, hold))
  const ports = held.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

function hold(): Promise<Server> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => done(server))
  })
}
