/** A server with an organisation and a connection of an identity provider that gives everybody a role. */
import type { App } from '#app/server/app.ts'
import { scimPath } from '#areas/scim/contract/calls.ts'
import { askedServer } from '#tools/check/server.ts'

export interface ScimServer {
  readonly app: App
  readonly address: string
  readonly token: string
  close(): Promise<void>
}

/** `watch` looks at the server before it listens. */
export async function scimServer(watch: (http: App['http'], address: string) => void = () => {}): Promise<ScimServer> {
  const server = await askedServer('scim', (http, address) => watch(http, `${address}${scimPath}`))
  const { object: made } = await server.pilot('POST', '/scim_connection', { name: 'Compliance suite', trial: false })
  await server.pilot('PUT', `/scim_connection/${made.id}/mappings`, { mappings: [], default_role: 'contributor', trial: false, invites: false, version: 1 })
  return { app: server.app, address: `${server.address}${scimPath}`, token: made.token, close: server.close }
}
