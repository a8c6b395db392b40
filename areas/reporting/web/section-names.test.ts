import { expect, test } from 'vitest'
import { landmarkNames } from './section-names.ts'

test('sections with one title are told apart, and those without any have no name', () => {
  expect(landmarkNames(['Work', 'Risks', '', 'Work', '', 'Work'])).toEqual(['Work', 'Risks', '', 'Work (2)', '', 'Work (3)'])
})
