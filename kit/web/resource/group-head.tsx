import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Assignees } from './assignees.tsx'
import css from './group-head.module.css'
import type { RowsGroup } from './groups.ts'
import { shownCode } from '#kit/web/ui/shown-code.ts'

interface GroupHeadProps {
  readonly group: RowsGroup
  /** The entity whose rows are grouped, and the field by which they are. */
  readonly entity: EntityDef
  readonly by: string
  readonly folded: boolean
  readonly onFold: () => void
  /** Shows the rows of the group alone; absent where they are. */
  readonly onOnly: (() => void) | undefined
  /** Opens the settings of what the group is of over the list; without it they are on the list of its kind. */
  readonly onSettings?: ((id: RowId) => void) | undefined
  /** Whether Tab stops at what stands in it: of all groups at one. */
  readonly focusable?: boolean
  /** On a phone: what it holds alone. */
  readonly short?: boolean
}

/** How many rows of a group are open, late and closed; or how many there are, where they have no state. */
function useCounts(entity: EntityDef, { answer, rows }: RowsGroup) {
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const { open, late, closed } = answer ?? {}
  if (open === undefined) return { first: t('table.group_rows', { count: answer?.rows ?? rows.length }) }
  return {
    first: words.word('counted.open_count', { count: open }),
    late: late ? t('table.group_late', { count: late }) : undefined,
    closed: closed ? words.word('counted.closed_count', { count: closed }) : undefined,
  }
}

/** The head of a group: folds it, says what it holds and whose it is, and leads to its rows alone and to its settings. */
export function GroupHead({ group, entity, by, folded, onFold, onOnly, onSettings, focusable = true, short = false }: GroupHeadProps) {
  const t = useWords('kit')
  const format = useFormat()
  const { first, late, closed } = useCounts(entity, group)
  const name = group.of?.name ?? t('table.not_grouped')
  const over = entity.fields[by]?.options.entity ?? ''
  const head = group.answer?.head
  const page = head ? pageOfEntity(over) : undefined
  const tab = focusable ? 0 : -1
  return (
    <>
      <button
        type="button"
        className={css.fold}
        data-fold={group.key}
        tabIndex={folded ? 0 : tab}
        aria-expanded={!folded}
        aria-label={t(folded ? 'table.unfold_group' : 'table.fold_group', { name })}
        onClick={onFold}
      >
        <ChevronDown size={14} aria-hidden />
      </button>
      {onOnly && !short ? (
        <button type="button" className={css.name} tabIndex={tab} title={t('table.only_group', { name })} onClick={onOnly}>
          {name}
        </button>
      ) : (
        <span className={css.name}>{name}</span>
      )}
      {shownCode(head?.identifier) && !short ? <span className={css.said}>{shownCode(head?.identifier)}</span> : null}
      <span className={css.said}>
        {first}
        {late ? <b> · {late}</b> : null}
        {closed && !short ? ` · ${closed}` : null}
      </span>
      {short ? null : (
        <span className={css.end}>
          {head?.date ? <span className={css.said}>{format.date(head.date)}</span> : null}
          {head ? <Assignees assigned={head.assigned} /> : null}
          {head && group.of && onSettings ? (
            <button
              type="button"
              className={css.settings}
              tabIndex={tab}
              aria-label={t('table.group_settings', { name })}
              data-tooltip={t('table.group_settings', { name })}
              onClick={() => group.of && onSettings(group.of.id)}
            >
              <SlidersHorizontal size={14} aria-hidden />
            </button>
          ) : page && group.of ? (
            <Link
              to={path(page.path, { id: group.of.id })}
              className={css.settings}
              tabIndex={tab}
              aria-label={t('table.group_settings', { name })}
              data-tooltip={t('table.group_settings', { name })}
            >
              <SlidersHorizontal size={14} aria-hidden />
            </Link>
          ) : null}
        </span>
      )}
    </>
  )
}
