import type { AssignedObject } from '#areas/people/contract/assigned-calls.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { keyOf } from './hand-over.tsx'
import css from './assigned.module.css'

/** Which of them are chosen, by `keyOf`. */
interface Choosing {
  readonly chosen?: ReadonlySet<string>
  readonly onChoose?: (keys: readonly string[], on: boolean) => void
}

/** Objects by kind, each leading to where it is shown; with `onChoose` some of them can be chosen. */
export const AssignedList = ({ objects, ...choosing }: Choosing & { readonly objects: readonly AssignedObject[]; readonly under?: 'page' | 'panel' }) =>
  Object.entries(Object.groupBy(objects, ({ entity }) => entity)).map(([entity, some = []]) => (
    <Suspense key={entity} fallback={<SkeletonRows count={2} />}>
      <Kind entity={entity} area={some[0]?.area ?? 'people'} objects={some} {...choosing} />
    </Suspense>
  ))

interface KindProps extends Choosing {
  readonly under?: 'page' | 'panel'
  readonly entity: string
  readonly area: string
  readonly objects: readonly AssignedObject[]
}

function Kind({ entity, area, objects, under = 'panel', chosen, onChoose }: KindProps) {
  const t = useWords('people')
  const format = useFormat()
  const words = useKindWords(area, entity)
  const page = pageOfEntity(entity)
  const keys = objects.map(keyOf)
  const named = objects.some(({ object }) => object.identifier)
  const count = keys.filter((key) => chosen?.has(key)).length
  return (
    <section>
      <Row as={under === 'page' ? 'h2' : 'h3'} size={13} align="center" gap={8} className={css.kind}>
        {onChoose ? (
          <Check
            aria-label={t('assigned.choose_kind', { kind: words.many })}
            checked={count === keys.length}
            indeterminate={count > 0 && count < keys.length}
            onChange={({ target }) => onChoose(keys, target.checked)}
          />
        ) : null}
        <span>{words.many}</span>
        <Text tone="quiet" weight={400} figures>
          {format.number(objects.length)}
        </Text>
      </Row>
      <Box as="ul">
        {objects.map((one) => (
          <Row as="li" key={keyOf(one)} gap={10} align="center" edge="soft-below" className={css.object}>
            {onChoose ? (
              <Check
                aria-label={one.object.name}
                checked={chosen?.has(keyOf(one)) ?? false}
                onChange={({ target }) => onChoose([keyOf(one)], target.checked)}
              />
            ) : null}
            {named ? (
              <Text rigid tone="quiet" figures className={css.identifier}>
                {one.object.identifier ?? ''}
              </Text>
            ) : null}
            <Text grow narrows className={css.name}>
              {page ? <Link to={path(page.path, { id: one.id })}>{one.object.name}</Link> : one.object.name}
            </Text>
            <Text rigid tone="soft" size={12}>
              {one.field === 'assigned' ? t('assigned.as_assigned') : words.field(one.field)}
            </Text>
          </Row>
        ))}
      </Box>
    </section>
  )
}
