import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import css from './filter-bar.module.css'

interface AddFilterProps {
  readonly fields: readonly { readonly name: string; readonly label: string }[]
  readonly onAdd: (name: string) => void
}

/** From so many fields on they are looked for by their name. */
const many = 9

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Offers every field that the list is not filtered by yet. */
export function AddFilter({ fields, onAdd }: AddFilterProps) {
  const t = useWords('kit')
  const [text, setText] = useState('')
  const found = fields.filter(({ label }) => plain(label).includes(plain(text.trim())))
  return (
    <Menu
      label={t('filters.add_label')}
      width={240}
      onOpenChange={() => setText('')}
      trigger={(trigger) => (
        <button type="button" {...trigger} className={css.add} data-add-filter aria-label={t('filters.add_label')} aria-keyshortcuts="Shift+F">
          <Plus size={13} aria-hidden />
          {t('filters.add')}
        </button>
      )}
      {...(fields.length >= many
        ? {
            head: (
              <input
                type="search"
                className={css.find}
                aria-label={t('filters.find')}
                placeholder={t('filters.find')}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={(event) => {
                  const [first] = found
                  if (event.key === 'Enter' && first && text.trim()) onAdd(first.name)
                }}
              />
            ),
          }
        : {})}
    >
      <div className={css.fields}>
        {found.map(({ name, label }) => (
          <MenuItem key={name} onSelect={() => onAdd(name)}>
            {label}
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
