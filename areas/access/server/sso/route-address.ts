import type { Api } from '#kit/server/http/api.ts'

/** Where an address is sent in the first step instead of being asked for a password; null for most. Says nothing about whether anybody has the address. */
export async function ssoFor(api: Api, email: string): Promise<{ redirect: string; name: string; suspended: boolean } | null> {
  const [found] = await api.ports.db.alone<{ key: string; name: string; suspended: boolean }>('select key::text as key, name, suspended from sso_route($1)', [
    email,
  ])
  return found ? { redirect: `/api/auth/sso/${found.key}/login`, name: found.name, suspended: found.suspended } : null
}
