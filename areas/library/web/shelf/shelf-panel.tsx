import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { additionOf } from '#areas/library/web/where.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, ButtonLink, IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ComesWith } from './comes-with.tsx'
import { Comparison, useComparison } from './comparison.tsx'
import { textIn, useLanguageOrder, useName } from './names.ts'
import { OutlineTree } from './outline-tree.tsx'
import { removeFile } from './remove-file.ts'
import type { ShelfRow } from './shelf-columns.tsx'
import { isPlainKey } from './shelf-toolbar.tsx'
import css from './shelf-panel.module.css'
import { usePreview } from './use-shelf.ts'

interface PanelProps {
  readonly row: ShelfRow
  /** The rows around it, for previous and next. */
  readonly rows: readonly ShelfRow[]
  readonly onOpen: (id: number | undefined) => void
  readonly onAdd: (withDependencies: boolean) => Promise<void>
}

const mostLanguages = 4

/** A library before anything of it is saved: its tree in a chosen language, and what comes with it. */
export function ShelfPanel({ row, rows, onOpen, onAdd }: PanelProps) {
  const t = useWords('library')
  const format = useFormat()
  const name = useName()
  const own = useLanguage()
  const languages = useLanguageOrder()(row.languages)
  const [chosen, setChosen] = useState<string>()
  const language = chosen ?? (languages.includes(own) ? own : (languages[0] ?? own))
  const preview = usePreview(row.id)
  const comparison = useComparison(row.id)
  const [adding, setAdding] = useState(false)

  const { status: standing } = row
  const isNewer = standing?.state === 'newer'
  const mayAdd = standing === undefined || standing.state === 'failed' || (isNewer && comparison.report !== undefined)
  const companions = preview.data?.companions ?? []
  const add = async (withDependencies: boolean) => {
    setAdding(true)
    await onAdd(withDependencies)
    setAdding(false)
  }
  // The key does what the primary button does.
  const main = mayAdd ? () => void add(true) : isNewer ? comparison.start : undefined
  const latest = useRef(main)
  latest.current = adding ? undefined : main
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'a' || event.shiftKey || event.repeat || !isPlainKey(event)) return
      event.preventDefault()
      latest.current?.()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const copyright = textIn(preview.data?.copyright ?? {}, language)
  const published = row.publication_date
    ? t('shelf.version_of', { version: row.version_label, day: format.date(row.publication_date) })
    : t('shelf.version', { version: row.version_label })
  return (
    <SidePanel
      title={name(row)}
      facts={[row.provider, published].filter(Boolean).join(' · ')}
      about={
        <>
          <span title={row.reference ?? undefined}>{row.reference}</span>
          <span>{t(`shelf.one.${row.kind}`)}</span>
        </>
      }
      id={row.id}
      rows={rows}
      onOpen={onOpen}
      tools={
        row.own ? (
          <IconButton label={t('shelf.remove')} onClick={() => void removeFile(row.id, name(row)).then((gone) => gone && onOpen(undefined))}>
            <Trash2 size={14} />
          </IconButton>
        ) : null
      }
      foot={
        standing?.state === 'added' ? (
          <>
            <span className={css.space}>{t('shelf.is_added')}</span>
            {standing.addition_id === null ? null : (
              <ButtonLink variant="primary" to={additionOf(standing.addition_id)}>
                {t('shelf.next_steps')}
              </ButtonLink>
            )}
          </>
        ) : mayAdd ? (
          <>
            {companions.length > 0 ? (
              <Button disabled={adding} onClick={() => void add(false)}>
                {t('shelf.add_alone')}
              </Button>
            ) : null}
            <span className={css.space} />
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} loading={adding} aria-keyshortcuts="A" onClick={() => void add(true)}>
              {isNewer
                ? t('shelf.add_version', { version: row.version_label })
                : companions.length > 0
                  ? t('shelf.add_with', { count: companions.length })
                  : t('shelf.add')}
              <Kbd>A</Kbd>
            </Button>
          </>
        ) : isNewer ? (
          <>
            <span className={css.space} />
            <Button variant="primary" loading={comparison.asked} aria-keyshortcuts="A" onClick={comparison.start}>
              {comparison.asked ? t('shelf.comparing') : t('shelf.compare', { from: standing.known ?? '', to: row.version_label })}
              <Kbd>A</Kbd>
            </Button>
          </>
        ) : standing ? (
          <>
            <span className={css.space} role="status">
              {standing.state === 'adding' ? format.percent(standing.progress) : t('shelf.states.waiting')}
            </span>
            {standing.addition_id === null ? null : <ButtonLink to={additionOf(standing.addition_id)}>{t('shelf.see')}</ButtonLink>}
          </>
        ) : null
      }
    >
      {preview.error ? <ErrorState reason={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.data ? (
        <>
          <p className={css.description}>{textIn(preview.data.description, language)}</p>
          {copyright ? (
            <Text as="p" tone="quiet" size={12} className={css.copyright}>
              {copyright}
            </Text>
          ) : null}
          {comparison.asked ? <Comparison comparison={comparison} from={standing?.known ?? ''} to={row.version_label} /> : null}
          <Row align="center" gap={8} above={10} below={6} className={css.title}>
            <h3>{t('shelf.preview')}</h3>
            <span>{row.kind === 'framework' ? t('shelf.preview_content', { requirements: row.counts.requirements, groups: row.counts.groups }) : ''}</span>
            {languages.length > 1 ? (
              <Segmented
                label={t('shelf.language')}
                value={language}
                onChange={setChosen}
                options={languages.slice(0, mostLanguages).map((each) => ({ value: each, label: each.toUpperCase() }))}
              />
            ) : null}
          </Row>
          {preview.data.nodes.length > 0 ? (
            <OutlineTree label={t('shelf.preview')} nodes={preview.data.nodes} language={language} />
          ) : (
            <Text as="p" tone="quiet" size={12} className={css.copyright}>
              {t('shelf.no_tree')}
            </Text>
          )}
          <ComesWith companions={companions} absent={preview.data.absent} />
        </>
      ) : preview.error ? null : (
        <SkeletonRows count={10} />
      )}
    </SidePanel>
  )
}
