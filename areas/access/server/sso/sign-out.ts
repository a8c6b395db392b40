import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '#kit/server/http/api.ts'
import { enabledProvider, type Provider } from './provider.ts'
import { SsoError } from './sso-error.ts'

const cookieName = 'vigie_idp'

/** Lets the browser remember by whom its holder came in, for when they leave. The address to go to is never in it. */
export function rememberProvider(api: Api, request: FastifyRequest, reply: FastifyReply, { key }: Provider): void {
  const secure = request.protocol === 'https' || api.ports.publicUrl.startsWith('https:')
  reply.header('set-cookie', `${cookieName}=${key}; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=${12 * 3600}${secure ? '; Secure' : ''}`)
}

/** Forgets by whom the browser's holder came in before, once they come in by themselves: leaving leads nowhere then. */
export function forgetProvider(request: FastifyRequest, reply: FastifyReply): void {
  if (keyOf(request) !== null) reply.header('set-cookie', `${cookieName}=; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=0`)
}

const keyOf = (request: FastifyRequest): string | null => /(?:^|; *)vigie_idp=([0-9a-f-]{36})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null

/** Where somebody who came in by single sign-on goes when they sign out; null without an address for it (ACC-27). */
export async function signOutAddress(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
  const key = keyOf(request)
  if (key === null) return null
  forgetProvider(request, reply)
  try {
    return (await enabledProvider(api, key)).logout_url
  } catch (error) {
    if (error instanceof SsoError) return null
    throw error
  }
}
