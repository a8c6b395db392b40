import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  pages: { modeling: 'Organisation', perimeters: 'Périmètres', tags: 'Regroupements' },
  entities: {
    perimeter: {
      one: 'Périmètre',
      many: 'Périmètres',
      new: 'Nouveau périmètre',
      sections: { general: 'Général', details: 'Détails' },
      fields: { identifier: 'Identifiant', name: 'Nom', type: 'Type', parent: 'Parent', weight: 'Poids', manager: 'Responsable', description: 'Description', archived: 'Archivé' },
      choices: { type: { INTERNAL: 'Interne', APPLICATION: 'Application', PROVIDER: 'Prestataire' } },
    },
    tag: {
      one: 'Regroupement',
      many: 'Regroupements',
      new: 'Nouveau regroupement',
      sections: { general: 'Général' },
      fields: { name: 'Nom', color: 'Couleur', perimeters: 'Périmètres' },
      choices: {},
    },
  },
  errors: {
    root_needed: 'Le périmètre racine ne peut être ni supprimé, ni déplacé, ni archivé',
    parent_needed: 'Choisissez le périmètre parent',
    cycle: 'Un périmètre ne peut pas être placé sous lui-même',
    internal_below: 'Un périmètre interne ne peut pas être placé sous une application ou un prestataire',
    active_children: 'Archivez d’abord les périmètres situés en dessous',
    archived_parent: 'Le périmètre parent est archivé',
    perimeter_quota: 'Quota de périmètres dépassé',
    internal_quota: 'Quota de périmètres internes atteint',
    tag_in_use: 'Le regroupement n’a pas pu être supprimé car des objets y sont rattachés',
  },
  tree: {
    title: 'Arborescence',
    list: 'Liste',
    expand: 'Déplier {name}',
    collapse: 'Replier {name}',
    expand_all: 'Tout déplier',
    collapse_all: 'Tout replier',
    add_child: 'Ajouter un périmètre en dessous',
    move: 'Déplacer vers…',
    move_title: 'Déplacer « {name} »',
    move_target: 'Nouveau parent',
    moved: '« {name} » est désormais sous « {parent} »',
    drag_help: 'Glissez un périmètre sur un autre pour le déplacer, ou passez par son menu',
  },
} as const satisfies Catalogue<typeof en>
