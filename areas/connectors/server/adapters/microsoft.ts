import { z } from 'zod'
import { AdapterFault, type Config, type ConfigField, type Reach } from './adapter.ts'
import { baseUrl, textOf } from './fields.ts'
import { fits, Service } from './http.ts'
import { Pages } from './paging.ts'
import type { Rows } from './rows.ts'
import { rowsOf } from './stream.ts'
import { Secrets, toldBy } from './told.ts'

/** What an application of Entra signs in with. */
export const microsoftFields = (address: string): readonly ConfigField[] => [
  {
    name: 'tenant',
    type: 'text',
    label: { en: 'Directory (tenant) ID', fr: 'ID de l’annuaire (locataire)' },
    hint: { en: 'Entra, App registrations, Overview', fr: 'Entra, Inscriptions d’applications, Vue d’ensemble' },
    required: true,
  },
  { name: 'client_id', type: 'text', label: { en: 'Application (client) ID', fr: 'ID d’application (client)' }, required: true },
  {
    name: 'client_secret',
    type: 'password',
    label: { en: 'Client secret', fr: 'Secret du client' },
    hint: { en: 'Its value, not its ID', fr: 'Sa valeur, non son ID' },
    required: true,
  },
  baseUrl(address),
  {
    name: 'login_url',
    type: 'url',
    label: { en: 'Sign-in address', fr: 'Adresse de connexion' },
    required: true,
    initial: 'https://login.microsoftonline.com',
  },
]

const tokenShape = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

/** A service of Microsoft's, signed in to by client credentials (OAuth 2.0, v2.0 endpoint); a token is renewed before it ends. */
export function microsoft(config: Config, reach: Reach, { scope, fields }: { readonly scope: string; readonly fields: readonly ConfigField[] }) {
  const secrets = Secrets.of(fields, config)
  const login = new Service({ reach, base: textOf(config, 'login_url'), secrets })
  let token: { readonly value: string; readonly until: number } | undefined

  const signIn = async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: textOf(config, 'client_id'),
      client_secret: String(config['client_secret'] ?? ''),
      scope,
    }).toString()
    const { status, body: answer } = await login.open(`${encodeURIComponent(textOf(config, 'tenant'))}/oauth2/v2.0/token`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      also: [400, 401],
    })
    const text = await login.text(answer)
    // A wrong secret is 401, an unknown directory 400: neither gets better by itself.
    if (status !== 200) throw new AdapterFault('refused', { told: toldBy(text, { status, as: 'json', secrets }) })
    const { access_token: value, expires_in: seconds } = fits(text, tokenShape)
    secrets.add(value)
    token = { value, until: reach.now().getTime() + (seconds - 60) * 1000 }
    return value
  }

  const bearer = async () => (token !== undefined && token.until > reach.now().getTime() ? token.value : signIn())
  const service = new Service({ reach, base: textOf(config, 'base_url'), secrets, headers: async () => ({ authorization: `Bearer ${await bearer()}` }) })
  return { service, as: async () => asOf(await bearer()) ?? textOf(config, 'client_id') }
}

const claims = z.object({ app_displayname: z.string().min(1) })

/** The application's name, which its token holds in clear. */
function asOf(token: string): string | undefined {
  try {
    return claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))).app_displayname.slice(0, 120)
  } catch {
    return undefined
  }
}

/** The rows of an OData collection, page by page (`@odata.nextLink`). */
export async function* odata<S extends z.ZodType>(
  service: Service,
  path: string,
  { query, rows, keyOf }: { readonly query?: Readonly<Record<string, string | number>>; readonly rows: Rows<S>; readonly keyOf: (row: z.output<S>) => string },
): AsyncGenerator<z.output<S>> {
  const pages = new Pages()
  let next: string | null = service.address(path, query).href
  while (next !== null) {
    pages.ask(next)
    const { body } = await service.open(next)
    const page = rowsOf(body, ['value'])
    const keys: string[] = []
    let step = await page.next()
    for (; !step.done; step = await page.next()) {
      const row = rows.take(step.value)
      if (row === undefined) continue
      if (keys.length < 1000) keys.push(keyOf(row))
      yield row
    }
    pages.came(keys)
    const link = step.value['@odata.nextLink']
    next = typeof link === 'string' && link !== '' ? link : null
  }
}
