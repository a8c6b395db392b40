import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  pages: { customers: 'Organisations' },
  customer: {
    one: 'Organisation',
    many: 'Organisations',
    new: 'Nouvelle organisation',
    fields: {
      name: 'Nom',
      kind: 'Nature',
      color: 'Couleur',
      lang: 'Langue',
      time_zone: 'Fuseau horaire',
      quotas: 'Quotas',
      members: 'Utilisateurs',
      status: 'Statut',
      created_at: 'Créée le',
    },
    kinds: { ORGANISATION: 'Organisation', CATALOG: 'Catalogue' },
    quotas: {
      perimeters: 'Périmètres',
      internal_perimeters: 'Périmètres internes',
      pilots: 'Pilotes',
      policies: 'Politiques',
      gaps: 'Écarts',
    },
    unlimited: 'Illimité',
    enabled: 'Active',
    disabled: 'Désactivée',
    enter: 'Entrer',
    enter_named: 'Entrer dans {name}',
    disable: 'Désactiver',
    enable: 'Réactiver',
    disable_confirm: 'Plus personne ne pourra se connecter à {name} jusqu’à sa réactivation. Désactiver cette organisation ?',
    none: 'Aucune organisation pour le moment',
    none_hint: 'Créez la première, puis entrez-y pour y inviter ses pilotes.',
    no_match: 'Aucune organisation ne porte ce nom.',
  },
  errors: { time_zone: 'Ce fuseau horaire est inconnu' },
} as const satisfies Catalogue<typeof en>
