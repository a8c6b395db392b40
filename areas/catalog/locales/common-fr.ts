/** What all models of the catalogue are said with. */
export const origin = { catalog_type: 'Catalogue', urn: 'URN', translations: 'Autres langues' } as const
export const catalogType = { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Privé' } as const
export const said = {
  identifier: 'Identifiant',
  name: 'Nom',
  description: 'Description',
  archived: 'Archivé',
  adopted: 'Copié du catalogue partagé',
  ...origin,
} as const
export const done = { share: 'Partage modifié', renew: 'Mis à jour depuis l’original' } as const
