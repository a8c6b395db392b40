/** Holds every answer of PostgreSQL against what its statement claims, in every file of tests; a file fails in which a claim did not hold. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { ranFile } from './never-ran.ts'
import { witnessOf } from './witness.ts'

const witness = witnessOf(inject('nullableColumns'))

afterAll(() => {
  appendFileSync(join(inject('runFolder'), ranFile), [...witness.takeRan(), ''].join('\n'))
  const wrong = witness.take().map(({ site, column, claimed, found }) => `${site} ${column}: claimed ${claimed}, found ${found}`)
  if (wrong.length > 0) throw new Error(`PostgreSQL answers otherwise than is claimed:\n${wrong.join('\n')}`)
})
