import { measure } from '#areas/measures/contract/measure.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './decide.module.css'
import { useDeciding } from './deciding.ts'

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '—' : typeof value === 'object' && 'name' in value ? String(value.name) : String(value)

/** Somebody else was first: what they changed, beside what it was when it was looked at. */
export function MovedNotice({ before, now }: { readonly before: Measure; readonly now: Measure }) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const words = useEntityWords(measure)
  const { forgetMoved } = useDeciding()
  const lines = (['situation', 'justification', 'manager', 'implemented_on', 'base_efficiency', 'yearly_cost', 'name'] as const).flatMap((name) => {
    const [was, is] = [before[name], now[name]].map((value) => (name === 'situation' ? words.choice(name, String(value)) : textOf(value)))
    return was === is ? [] : [{ name, was, is }]
  })
  return (
    <Box role="alert" padY={10} padX={12} corner={8} fill="warn" className={css.moved}>
      <Text as="p" apart tone="warn" weight={500}>
        {t('decide.moved', { name: now.updated_by?.name ?? 'Vigie' })}
      </Text>
      <ul>
        {lines.map(({ name, was, is }) => (
          <li key={name}>
            {words.field(name)} <del>{was}</del> <span aria-hidden>→</span> <ins>{is}</ins>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={forgetMoved}>
        {kit('actions.close')}
      </Button>
    </Box>
  )
}
