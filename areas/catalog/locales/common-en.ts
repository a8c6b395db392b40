/** What all models of the catalogue are said with. */
export const origin = { catalog_type: 'Catalogue', urn: 'URN', translations: 'Other languages' } as const
export const catalogType = { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Private' } as const
export const said = {
  identifier: 'ID',
  name: 'Name',
  description: 'Description',
  archived: 'Archived',
  adopted: 'Copied from the shared catalogue',
  ...origin,
} as const
export const done = { share: 'Sharing changed', renew: 'Brought up to date' } as const
