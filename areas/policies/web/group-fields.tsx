import { useId } from 'react'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
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
      <legend>
        <span>{t('apply.groups')}</span> <span>{t('apply.in_scope')}</span>
      </legend>
      <div className={css.cards}>
        {groups.map(({ group, requirements }) => (
          <label key={group.ref_id} className={css.card}>
            <input
              type={cumulative ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.has(group.ref_id)}
              onChange={() => (cumulative ? onChange(new Set([group.ref_id])) : toggle(group.ref_id))}
            />
            <span>{groupName(group, language)}</span>
            <b>{format.number(requirements)}</b>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
