/** An OpenID Connect provider of another make than the server's own library, for tests; what it answers can be bent in any way. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** The one client that it knows. */
export const client = { client_id: 'vigie', client_secret: 'a-secret-of-the-client-0123456789' } as const

/** Starts one on this machine. Whoever is sent there is vouched for at once, unless `page` answers them first with a page that leads on to `?go`. */
export async function oidcProvider({ page }: { page?: (address: string) => string } = {}) {
  let provider: Provider | undefined
  /** Whom it vouches for next; claims stand in the token itself. */
  let person: Readonly<Record<string, unknown>> = {}
  let bend: ((path: string, body: string) => string) | undefined

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? ''
    if (!provider) response.writeHead(503).end()
    else if (!url.startsWith('/interaction')) void provider.callback()(request, response)
    else if (page && !url.endsWith('?go')) response.setHeader('content-type', 'text/html; charset=utf-8').end(page(`${url}?go`))
    else void provider.interactionFinished(request, response, { login: { accountId: 'someone' } })
  }
  const server = createServer((request, response) => {
    const end = response.end.bind(response)
    response.end = ((body?: unknown, ...rest: unknown[]) => {
      const text = bend && body ? bend(request.url ?? '', String(body)) : undefined
      if (text === undefined) return end(body as never, ...(rest as never[]))
      response.setHeader('content-length', Buffer.byteLength(text))
      return end(text)
    }) as typeof response.end
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    /** Forgets everything, and from now on sends people back to this address. */
    expect(redirectUri: string): void {
      provider = new Provider(issuer, {
        clients: [{ ...client, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'RS256' }],
        pkce: { required: () => true },
        conformIdTokenClaims: false,
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
        findAccount: async () => ({ accountId: 'someone', claims: async () => ({ sub: 'someone', ...person }) }),
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        cookies: { keys: ['k'] },
        loadExistingGrant: async (ctx) => {
          const grant = new ctx.oidc.provider.Grant({ clientId: client.client_id, accountId: 'someone' })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
      })
    },
    vouchesFor(claims: Readonly<Record<string, unknown>>): void {
      person = claims
    },
    /** Changes what it answers on its way to the server; nothing any more when not given. */
    bends(how?: (path: string, body: string) => string): void {
      bend = how
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
