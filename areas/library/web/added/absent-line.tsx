import { ChevronDown, ChevronRight, TriangleAlert, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import type { Addition } from '#areas/library/contract/addition.ts'
import { FileButton } from '#areas/library/web/shelf/shelf-toolbar.tsx'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './added.module.css'

/** The one line of what is missing; by library when it is unfolded. */
export function AbsentLine({ absent }: { readonly absent: Addition['absent'] }) {
  const t = useWords('library')
  const format = useFormat()
  const id = useId()
  const [open, setOpen] = useState(false)
  if (absent.length === 0) return null
  const sum = (of: 'links' | 'objects') => absent.reduce((total, each) => total + each[of], 0)
  const Fold = open ? ChevronDown : ChevronRight
  return (
    <div className={css.absent} role="status">
      <TriangleAlert size={15} aria-hidden />
      <p>
        <b>{t('added.absent', { count: absent.length })}</b>{' '}
        {t(absent.length === 1 ? 'added.absent_one' : 'added.absent_links', { links: sum('links'), objects: sum('objects') })}
      </p>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Fold size={14} aria-hidden /> {t('added.details')}
      </button>
      <FileButton link>
        <Upload size={14} aria-hidden /> {t('added.add_file')}
      </FileButton>
      {open ? (
        <table id={id}>
          <thead>
            <tr>
              <th scope="col">{t('added.table.library')}</th>
              <th scope="col">{t('added.table.holds')}</th>
              <th scope="col">{t('added.table.links')}</th>
            </tr>
          </thead>
          <tbody>
            {absent.map((each) => (
              <tr key={`${each.kind} ${each.name}`}>
                <td>{each.name}</td>
                <td>{t(`added.holds.${each.kind}`, { objects: each.objects })}</td>
                <td>{format.number(each.links)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  )
}
