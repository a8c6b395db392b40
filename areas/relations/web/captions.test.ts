import { expect, test } from 'vitest'
import { captionOf } from './captions.ts'

test.each([
  ['Backup server', ['Backup server']],
  ['Backup server of the Lyon plant', ['Backup server of the', 'Lyon plant']],
  // Names that begin alike end differently.
  ['Authorisation of privileged access to the production databases of Lyon', ['Authorisation of', '…databases of Lyon']],
  ['Authorisation of privileged access to the production databases of Brno', ['Authorisation of', '…databases of Brno']],
  ['srv-production-database-frontend-04', ['srv-produc…ontend-04']],
])('«%s» is captioned in two lines that keep its end', (name, expected) => {
  expect(captionOf(name)).toEqual(expected)
})
