import { expect, test } from 'vitest'
import { circleOf } from './refuse-circles.ts'

test('files of the build that import each other in a circle are found, however long the way', () => {
  const chunk = (fileName: string, ...imports: string[]) => ({ fileName, imports })
  expect(circleOf([chunk('words', 'titles'), chunk('titles', 'words')])).toEqual(['words', 'titles'])
  expect(circleOf([chunk('entry', 'a'), chunk('a', 'b'), chunk('b', 'c'), chunk('c', 'a')])).toEqual(['a', 'b', 'c'])
  expect(circleOf([chunk('entry', 'a', 'b'), chunk('a', 'c'), chunk('b', 'c', 'elsewhere'), chunk('c')])).toBeUndefined()
})
