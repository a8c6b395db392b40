import type { ShelfStatuses } from '#areas/library/contract/shelf.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { removeFile } from './remove-file.ts'
import css from './shelf.module.css'

interface NotesProps {
  readonly standings: ShelfStatuses | undefined
  readonly refused: readonly { readonly id: number; readonly own: boolean; readonly path: string; readonly reason: string }[]
  /** More than are listed, where there are many. */
  readonly refusedTotal: number
}

/** What is being read, and what could not be; nothing most of the time. */
export function ShelfNotes({ standings, refused, refusedTotal }: NotesProps) {
  const t = useWords('library')
  const folder = standings?.folder
  const uploads = standings?.uploads.filter(({ read_at, reason }) => read_at === null || reason !== null) ?? []
  const isReading = folder != null && folder.read_at === null
  if (!isReading && uploads.length === 0 && refused.length === 0) return null
  return (
    <Row wrap align="center" gap={12} rowGap={4} padY={6} padX={16} edge="below" fill="subtle" tone="soft" size={12} className={css.note} role="status">
      {isReading ? (
        <p>
          <progress className={css.progress} max={folder.total} value={folder.done} aria-hidden />{' '}
          {t('shelf.reading_folder', { done: folder.done, total: folder.total })}
        </p>
      ) : null}
      {uploads.map(({ id, file_name, done, total, reason }) => (
        <p key={id}>{reason === null ? t('shelf.reading_file', { name: file_name, done, total }) : t('shelf.file_refused', { name: file_name, reason })}</p>
      ))}
      {refused.length > 0 ? (
        <details>
          <summary>{t('shelf.refused', { count: refusedTotal })}</summary>
          <Box as="ul" above={4} overflow="scrolled" breaks>
            {refused.map(({ id, own, path, reason }) => (
              <li key={id}>
                {t('shelf.file_refused', { name: path, reason })}{' '}
                {own ? (
                  <Button variant="link" aria-label={t('shelf.remove_one', { name: path })} onClick={() => void removeFile(id, path)}>
                    {t('shelf.remove')}
                  </Button>
                ) : null}
              </li>
            ))}
          </Box>
          {refusedTotal > refused.length ? <p>{t('shelf.refused_more', { count: refusedTotal - refused.length })}</p> : null}
        </details>
      ) : null}
    </Row>
  )
}
