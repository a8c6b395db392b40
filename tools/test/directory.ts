import type { App } from '#app/server/app.ts'

export interface ScimAnswer {
  readonly status: number
  // Bodies are whatever the server says; tests look into them freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>
}

export interface ScimCall {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly remoteAddress?: string
}

export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Speaks SCIM as an identity provider does: with its token, and nothing of a browser. */
export const directory =
  (app: Pick<App, 'http'>, token: string | undefined) =>
  async (method: ScimMethod, path: string, { body, headers = {}, remoteAddress }: ScimCall = {}): Promise<ScimAnswer> => {
    const answer = await app.http.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers }
  }

export const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** A change as the RFC has it. */
export const patch = (...operations: readonly object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations })

/** Somebody as Entra ID sends them by its usual mapping. */
export const entraUser = (name: string, more: object = {}) => ({
  schemas: [core, enterprise],
  externalId: name,
  userName: `${name}@tessandre.example`,
  active: true,
  displayName: `${name} Novák`,
  emails: [{ primary: true, type: 'work', value: `${name}@tessandre.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Novák`, familyName: 'Novák', givenName: name },
  ...more,
})
