import { Rows3 } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import css from './filter-bar.module.css'

/** Whether rows stand in groups, by what the entity declares. */
export function GroupMenu({ name, grouped, onGrouped }: { readonly name: string; readonly grouped: boolean; readonly onGrouped: (grouped: boolean) => void }) {
  const t = useWords('kit')
  const label = grouped ? t('table.grouped_by', { name: name.toLocaleLowerCase() }) : t('table.not_grouped')
  return (
    <Menu
      label={t('table.grouped_by_title')}
      width={220}
      placement="bottom-end"
      trigger={(trigger) => (
        <button type="button" {...trigger} className={css.order}>
          <Rows3 size={13} aria-hidden />
          <span>{label}</span>
        </button>
      )}
    >
      <MenuItem checked={grouped} onSelect={() => onGrouped(true)}>
        {name}
      </MenuItem>
      <MenuItem checked={!grouped} onSelect={() => onGrouped(false)}>
        {t('table.ungrouped')}
      </MenuItem>
    </Menu>
  )
}
