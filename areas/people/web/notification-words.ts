import type { NotificationKind } from '#kit/contract/notification-kinds.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** What a sentence about a notification is made of. */
export interface Sayable {
  readonly kind: NotificationKind
  /** Of the object: what ends of an exemption is looked at again of a gap. */
  readonly entity: string
  readonly actor: { readonly name: string } | null
  readonly object: { readonly identifier: string | null; readonly name: string | null }
  readonly about: { readonly name: string } | null
  readonly day: string | null
  /** Who is away, where the reader stands in. */
  readonly stands_for?: { readonly name: string } | null
}

/** Says in a sentence what happened, the same in the panel of the bell and in the list. */
export function useSaying(): (item: Sayable) => string {
  const t = useWords('people')
  const format = useFormat()
  return ({ kind, entity, actor, object, about, day, stands_for: away }) => {
    const said = t(`notifications.said.${kind}`, {
      about: about?.name ?? '',
      who: actor?.name ?? t('notifications.somebody'),
      what: object.identifier ?? object.name ?? '',
      of: entity,
      day: day === null ? '' : format.date(day),
    })
    return away ? t('notifications.stood_in', { said, name: away.name }) : said
  }
}
