import type { ReferenceOneOf } from '#kit/contract/field.ts'
import { namedRow } from '#kit/contract/one-of.ts'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { FilterProps, InputProps } from './kind.ts'

const controls = () => import('./one-of-controls.tsx')
const Field = lazy(async () => ({ default: (await controls()).OneOfField }))
const Filter = lazy(async () => ({ default: (await controls()).OneOfFilter }))

const isReference = (value: unknown): value is ReferenceOneOf => typeof value === 'object' && value !== null && 'id' in value && 'entity' in value
const nameOf = ({ identifier, name }: ReferenceOneOf) => (identifier ? `${identifier} ${name}` : name)

/** One row of one of several entities, shown by its name. */
export const ref_one_of = defineKind<ReferenceOneOf | null>({
  width: 160,
  takes: wordsTake(() => (value) => (isReference(value) ? value.name : '')),
  blank: null,
  cell: () =>
    function OneOfCell(value) {
      return isReference(value) ? (
        <span className={value.hidden ? css.hidden : css.plain} title={nameOf(value)}>
          {value.name}
        </span>
      ) : null
    },
  Input: function OneOfInput(props: InputProps<ReferenceOneOf | null>) {
    return (
      <Suspense fallback={<Skeleton height={50} />}>
        <Field {...props} />
      </Suspense>
    )
  },
  Filter: function OneOfColumnFilter(props: FilterProps) {
    return (
      <Suspense fallback={null}>
        <Filter {...props} />
      </Suspense>
    )
  },
  toWire: namedRow,
  text: () => (value) => (isReference(value) ? nameOf(value) : ''),
})
