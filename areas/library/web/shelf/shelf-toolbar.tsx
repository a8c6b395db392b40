import { RefreshCw, Search, Upload } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { readFolder, ShelfStatuses } from '#areas/library/contract/shelf.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink, IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './shelf.module.css'
import { shelfTypes, uploadFiles } from './upload-files.ts'
import { askStandings } from './use-shelf.ts'

/** Keys of the page are for whoever is not writing, and has nothing open over it. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !document.querySelector('dialog[open]') &&
  !(
    event.target instanceof HTMLElement &&
    (event.target.isContentEditable || event.target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
  )

interface ToolbarProps {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly count: number
  readonly folder: ShelfStatuses['folder'] | undefined
}

export const readAgain = async () => {
  try {
    await api.call<typeof readFolder>('POST /shelf/read')
    await askStandings()
  } catch (reason) {
    toast.error(failureText(reason))
  }
}

export function ShelfToolbar({ search, onSearch, count, folder }: ToolbarProps) {
  const t = useWords('library')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isPlainKey(event)) return
      event.preventDefault()
      input.current?.select()
      input.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <PageToolbar>
      <Box holds tone="quiet" className={css.search} role="search">
        <Search size={14} aria-hidden />
        <input
          ref={input}
          type="search"
          aria-label={t('shelf.search')}
          placeholder={t('shelf.search')}
          aria-keyshortcuts="/"
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
        <Kbd>/</Kbd>
      </Box>
      <Spring />
      <Text tone="quiet" size={12} className={css.when}>
        {folder?.read_at ? t('shelf.read_at', { count, day: format.date(folder.read_at) }) : count > 0 ? t('shelf.count', { count }) : ''}
      </Text>
      <IconButton label={t('shelf.read_again')} onClick={() => void readAgain()}>
        <RefreshCw size={15} />
      </IconButton>
      <ButtonLink variant="subtle" to={path('/org/policies/import')}>
        {t('shelf.checked_file')}
      </ButtonLink>
      <FileButton>
        <Upload size={14} aria-hidden />
        {t('shelf.drop')}
      </FileButton>
    </PageToolbar>
  )
}

/** Chooses files for the shelf; `link` stands within a sentence. */
export function FileButton({ link, children }: { readonly link?: boolean; readonly children: ReactNode }) {
  return (
    <Row
      as="label"
      inline
      holds
      align="center"
      gap={6}
      padX={12}
      edge="strong"
      corner={6}
      fill="surface"
      weight={550}
      className={css.file}
      data-link={link || undefined}
    >
      {children}
      <input
        type="file"
        accept={shelfTypes}
        multiple
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void uploadFiles(files)
        }}
      />
    </Row>
  )
}
