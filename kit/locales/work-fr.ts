import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { work as english } from './work-en.ts'

/** Les mots des cycles de vie, là où une entité n’a pas les siens. */
export const work = {
  ask: '{move} : « {name} »',
  move_dates: 'Déplacer l’échéance de « {name} »',
  move_date: 'Déplacer l’échéance',
  sure: 'Confirmez-vous ce changement ?',
  change_status: 'Changer le statut',
  new_status: 'Nouveau statut',
  bulk_status: '{count, plural, one {Changer le statut de # objet} other {Changer le statut de # objets}}',
  bulk_assign: '{count, plural, one {Affecter # objet} other {Affecter # objets}}',
  where_none: '{field}, pour ceux qui n’en ont pas',
  errors: {
    transition: 'Ce statut ne peut pas suivre le statut actuel',
    no_move_right: 'Vous n’avez pas le droit de faire ce changement de statut',
    reason_needed: 'Indiquez pourquoi',
    since_other_status: 'Cette date ne se renseigne que dans un autre statut',
    other_status: 'Cette information ne se renseigne que dans un autre statut',
  },
} as const satisfies Catalogue<typeof english>
