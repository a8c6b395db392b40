import type { Departure, DepartureLine } from '#areas/people/contract/holder-calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './holders.module.css'

interface LineProps {
  readonly line: DepartureLine
  readonly people: Departure['people']
  readonly taker: number | null
  readonly chosen: boolean
  readonly onTaker: (to: number) => void
  readonly onChosen: (on: boolean) => void
}

/** Objects of one kind in one place, with who takes them and why. */
export function DepartureLineRow({ line, people, taker, chosen, onTaker, onChosen }: LineProps) {
  const t = useWords('people')
  const format = useFormat()
  const kind = useKindWords(line.area, line.entity).many
  const name = t(line.place ? 'departure.line' : 'departure.line_anywhere', { kind, place: line.place?.name ?? '', count: format.number(line.objects.length) })
  const proposed = line.takers.find(({ id }) => id === taker)
  const load = (id: number) => Math.max(...(people.find((one) => one.id === id)?.weeks ?? [0]))
  return (
    <Row as="li" gap={10} padY={8} align="center" edge="soft-below" wrap className={css.line}>
      <Check aria-label={name} checked={chosen && taker !== null} disabled={taker === null} onChange={({ target }) => onChosen(target.checked)} />
      <Stack grow narrows gap={2} className={css.what}>
        <Text weight={550} breaks>
          {name}
        </Text>
        <Text size={12} tone="quiet">
          {proposed
            ? t('departure.because', { reason: t(`departure.reasons.${proposed.reason}`, { count: proposed.there }), load: format.number(load(proposed.id)) })
            : t('departure.nobody')}
        </Text>
      </Stack>
      {line.takers.length === 0 ? null : (
        <div className={css.taker}>
          <Select
            aria-label={t('departure.taker', { line: name })}
            disabled={!chosen}
            value={taker === null ? null : String(taker)}
            options={line.takers.flatMap(({ id }) => {
              const one = people.find((person) => person.id === id)
              return one ? [{ value: String(id), label: one.name }] : []
            })}
            onChange={(to) => (to === null ? undefined : onTaker(Number(to)))}
          />
        </div>
      )}
    </Row>
  )
}
