/** Words of sectors, branches and countries. */
export const propertyWords = {
  property: {
    hint: 'Sectors, branches and countries that organisations say of themselves, and by which they are compared.',
    many: 'Properties',
    one: 'Property',
    kinds: { SECTOR_HIGH: 'Sectors', SECTOR_LOW: 'Branches', COUNTRY: 'Countries' },
    sectors: 'Sectors and branches',
    new: 'New property',
    new_kind: { SECTOR_HIGH: 'Sector', SECTOR_LOW: 'Branch', COUNTRY: 'Country' },
    fields: {
      kind: 'Kind',
      name: 'Name',
      name_en: 'English name',
      name_fr: 'French name',
      identifier: 'Identifier',
      parent: 'Sector',
      customers: 'Organisations',
    },
    identifier_hint: 'Capitals, digits and underscores; two letters for a country. It stays as it is.',
    parent_hint: 'Organisations of this branch move with it.',
    delete_confirm: 'Delete {name}?',
    none: 'No property yet',
    no_match: 'No property has this name.',
    branch: 'Branch',
    branch_none: 'Not said',
    country: 'Country',
  },
}
