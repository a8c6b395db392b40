import type { Role } from '#kit/contract/right.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'

export const roleName = (role: Role, t: WordsOf<'scim'>): string => t(`entities.scim_connection.choices.default_role.${role}`)

interface Given {
  readonly roles?: readonly Role[] | undefined
  readonly places?: readonly string[] | undefined
}

/** Which roles somebody holds, and with where. */
export function rolesIn({ roles = [], places = [] }: Given, t: WordsOf<'scim'>): string {
  const said = roles.map((role) => roleName(role, t)).join(', ')
  return places.length > 0 ? t('trial.in_places', { roles: said, places: places.join(', ') }) : said
}
