import { expectTypeOf, test } from 'vitest'
import type { Reference } from '#kit/contract/field.ts'
import type { DefinedKind } from './kind.ts'
import type { kinds } from './kinds.ts'

type Kinds = typeof kinds

test('the table of kinds knows the values of each, and takes no other kind for it', () => {
  expectTypeOf<Kinds['ref']>().toEqualTypeOf<DefinedKind<Reference | null>>()
  expectTypeOf<Kinds['choices']['blank']>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<Kinds['text']>().not.toExtend<Kinds['date']>()
  expectTypeOf<Kinds['date']>().not.toExtend<Kinds['text']>()
})
