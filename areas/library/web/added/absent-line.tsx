import { ChevronDown, ChevronRight, TriangleAlert, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import type { Addition } from '#areas/library/contract/addition.ts'
import { FileButton } from '#areas/library/web/shelf/shelf-toolbar.tsx'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
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
    <Row wrap align="center" gap={14} rowGap={4} fill="warn" tone="warn" className={css.absent} role="status">
      <TriangleAlert size={15} aria-hidden />
      <p>
        <b>{t('added.absent', { count: absent.length })}</b>{' '}
        {t(absent.length === 1 ? 'added.absent_one' : 'added.absent_links', { links: sum('links'), objects: sum('objects') })}
      </p>
      <Row as="button" inline align="center" gap={4} padY={2} padX={4} type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Fold size={14} aria-hidden /> {t('added.details')}
      </Row>
      <FileButton link>
        <Upload size={14} aria-hidden /> {t('added.add_file')}
      </FileButton>
      {open ? (
        <Box as="table" full size={12} id={id}>
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
        </Box>
      ) : null}
    </Row>
  )
}
