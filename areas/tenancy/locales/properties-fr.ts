/** Secteurs, branches et pays. */
export const propertyWords = {
  property: {
    hint: 'Les secteurs, branches et pays que les organisations déclarent, et selon lesquels elles sont comparées.',
    many: 'Propriétés',
    one: 'Propriété',
    kinds: { SECTOR_HIGH: 'Secteurs', SECTOR_LOW: 'Branches', COUNTRY: 'Pays' },
    sectors: 'Secteurs et branches',
    new: 'Nouvelle propriété',
    new_kind: { SECTOR_HIGH: 'Secteur', SECTOR_LOW: 'Branche', COUNTRY: 'Pays' },
    fields: {
      kind: 'Nature',
      name: 'Nom',
      name_en: 'Nom anglais',
      name_fr: 'Nom français',
      identifier: 'Identifiant',
      parent: 'Secteur',
      customers: 'Organisations',
    },
    identifier_hint: 'Majuscules, chiffres et tirets bas ; deux lettres pour un pays. Il ne change plus ensuite.',
    parent_hint: 'Les organisations de cette branche la suivent.',
    delete_confirm: 'Supprimer {name} ?',
    none: 'Aucune propriété pour l’instant',
    no_match: 'Aucune propriété ne porte ce nom.',
    branch: 'Branche',
    branch_none: 'Non précisée',
    country: 'Pays',
  },
}
