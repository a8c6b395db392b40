import { useId } from 'react'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { groupName, type GroupChoice } from './implementation-groups.ts'
import css from './group-fields.module.css'

interface GroupFieldsProps {
  readonly offered: GroupChoice
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** The implementation groups to choose from with the requirements that each leaves in scope: one of levels that hold one another, several of others. */
export function GroupFields({ offered: { groups, cumulative }, chosen, onChange }: GroupFieldsProps) {
  const t = useWords('policies')
  const language = useLanguage()
  const format = useFormat()
  const name = useId()
  if (groups.length === 0) return null
  const toggle = (ref: string) => onChange(chosen.has(ref) ? new Set([...chosen].filter((each) => each !== ref)) : new Set([...chosen, ref]))
  return (
    <fieldset className={css.groups}>
      <Row as="legend" spread="between" full below={6} size={12} weight={500}>
        <span>{t('apply.groups')}</span> <span>{t('apply.in_scope')}</span>
      </Row>
      <Grid gap={8} className={css.cards}>
        {groups.map(({ group, requirements }) => (
          <Row key={group.ref_id} as="label" align="center" gap={8} padY={4} padX={12} edge="strong" corner={6} className={css.card}>
            <input
              type={cumulative ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.has(group.ref_id)}
              onChange={() => (cumulative ? onChange(new Set([group.ref_id])) : toggle(group.ref_id))}
            />
            <Text grow narrows breaks>
              {groupName(group, language)}
            </Text>
            <Text as="b" tone="quiet" weight={500} figures>
              {format.number(requirements)}
            </Text>
          </Row>
        ))}
      </Grid>
    </fieldset>
  )
}
