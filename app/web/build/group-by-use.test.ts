import { expect, test } from 'vitest'
import { groupByUse, type UsedModule } from './group-by-use.ts'

const one = (id: string, users: string, size: number, imports: readonly string[] = [], placed = false): UsedModule => ({
  id,
  users: new Set(users),
  size,
  imports,
  placed,
})
/** Modules of one file together, files in order. */
const filesOf = (modules: readonly UsedModule[], price: number) =>
  Object.values(Object.groupBy([...groupByUse(modules, price)], ([, name]) => name))
    .map((all) =>
      (all ?? [])
        .map(([id]) => id)
        .toSorted()
        .join(' '),
    )
    .toSorted()

test('what the same pages read is one file', () => {
  expect(filesOf([one('a', 'PQ', 500), one('b', 'PQ', 500), one('c', 'R', 500)], 0)).toEqual(['a b', 'c'])
})

test('two files become one where a file more costs those who read both more than the needless part costs the others', () => {
  const modules = [one('a', 'PQR', 100), one('b', 'PQ', 90)]
  expect(filesOf(modules, 50)).toEqual(['a b'])
  expect(filesOf(modules, 40)).toEqual(['a', 'b'])
  expect(filesOf([one('a', 'P', 1), one('b', 'Q', 1)], 1000)).toEqual(['a', 'b'])
})

test('what a module brings with it counts as its own', () => {
  const library = one('library', 'PQS', 5000, [], true)
  expect(filesOf([one('a', 'PQR', 100), one('b', 'PQ', 90, ['library']), library], 50)).toEqual(['a', 'b'])
})

test('whoever is given a file is given what it imports, for whatever is put together after it', () => {
  // R reads `b` and with it `deep` once `a` and `b` are one: then `c`, which only R read, costs nobody else.
  const modules = [one('a', 'PQR', 100), one('b', 'PQ', 90, ['deep']), one('deep', 'PQS', 10, [], true), one('c', 'PQR', 10)]
  expect(filesOf(modules, 80)).toEqual(['a b c'])
})

test('files never import each other in a circle, however long', () => {
  const modules = [one('a', 'PQR', 1, ['b']), one('b', 'PQRS', 1, ['c'], true), one('c', 'PQRST', 1)]
  expect(filesOf(modules, 1000)).toEqual(['a', 'c'])
  expect(
    filesOf(
      modules.map((module) => ({ ...module, imports: [] })),
      1000,
    ),
  ).toEqual(['a c'])
})

test('what is loaded on demand, and what the same pages read, stays where the bundler puts it', () => {
  expect(filesOf([one('page', 'P', 10, ['part'], true), one('part', 'P', 10)], 1000)).toEqual([])
})
