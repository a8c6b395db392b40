import { Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton, Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Answer } from '#kit/contract/source.ts'
import type { ToldBlock } from '#areas/reporting/contract/calls.ts'
import type { Block } from '#areas/reporting/contract/layout.ts'
import { AnswerTable } from './answer-table.tsx'
import css from './blocks.module.css'
import { FigureView } from './figure-view.tsx'
import { GroupsView } from './groups-view.tsx'
import { MatrixView } from './matrix-view.tsx'
import { RowsView } from './rows-view.tsx'
import { SeriesView } from './series-view.tsx'

export interface BlockProps {
  readonly block: Block
  /** Undefined while it is on its way. */
  readonly told: ToldBlock | undefined
  /** What the same block told in the version that is compared with; null: it was not there. */
  readonly before?: ToldBlock | null | undefined
  /** Figures lead to the lists that they count; not on a page without an account. */
  readonly opens?: boolean
  /** When the figures were taken, of a page that is frozen. */
  readonly aside?: ReactNode
  readonly onRetry?: (() => void) | undefined
}

/** The title of a block in the reader's language, or in the other one. */
export const titleOf = ({ title_en, title_fr }: Pick<Block, 'title_en' | 'title_fr'>, lang: 'en' | 'fr'): string =>
  (lang === 'fr' ? (title_fr ?? title_en) : (title_en ?? title_fr)) ?? ''

/** What can be shown as a table beside its picture. */
const isPicture = ({ type }: Block, answer: Answer) => (answer.kind === 'series' || answer.kind === 'groups' || answer.kind === 'matrix') && type !== 'TABLE'

/**
 * One block: its title, its picture or its words, what somebody says of it; one that could not be told keeps its place and says why. A group, no landmark: sections are those, and
 * a block may have the name of a section or of another block.
 */
export function BlockView({ block, told, before, opens = true, aside, onRetry }: BlockProps) {
  const t = useWords('reporting')
  const language = useLanguage()
  const [table, setTable] = useState(false)
  const title = titleOf(block, language)
  const text = language === 'fr' ? (block.text_fr ?? block.text_en) : (block.text_en ?? block.text_fr)
  if (block.type === 'TEXT') {
    return (
      <section role="group" className={css.block} data-text aria-label={title || t('blocks.TEXT')}>
        {title ? <h3>{title}</h3> : null}
        <div className={css.words}>{text ? <Markdown text={text} /> : <Text tone="quiet">{t('view.no_text')}</Text>}</div>
        {aside}
      </section>
    )
  }
  const answer = told?.answer ?? null
  return (
    <section role="group" className={css.block} data-height={block.height} aria-label={title || t(`blocks.${block.type}`)}>
      <Row as="header" align="center" gap={6} className={css.head}>
        <h3>{title || t(`blocks.${block.type}`)}</h3>
        <Total answer={answer} />
        {before === null ? (
          <Text size={12} padX={6} corner={4} fill="selected" tone="accent" className={css.new}>
            {t('view.new_block')}
          </Text>
        ) : null}
        {answer && isPicture(block, answer) ? (
          <IconButton size="sm" label={t(table ? 'view.as_picture' : 'view.as_table')} active={table} aria-pressed={table} onClick={() => setTable(!table)}>
            <Table2 size={14} />
          </IconButton>
        ) : null}
        {aside}
      </Row>
      <div className={css.body}>
        {told === undefined ? <Skeleton height="100%" /> : null}
        {told?.error ? (
          <Row role="alert" align="center" spread="between" gap={12} className={css.failed}>
            <Text tone="soft">{told.error}</Text>
            {onRetry ? (
              <Button size="sm" onClick={onRetry}>
                {t('view.try_again')}
              </Button>
            ) : null}
          </Row>
        ) : null}
        {answer ? (
          table ? (
            <AnswerTable answer={answer} label={title} opens={opens} />
          ) : (
            <Picture block={block} answer={answer} before={before?.answer ?? undefined} title={title} opens={opens} />
          )
        ) : null}
      </div>
      {text ? (
        <Text as="p" size={12} line={16} tone="quiet" className={css.note}>
          {text}
        </Text>
      ) : null}
    </section>
  )
}

/** How many rows stand behind a picture. */
function Total({ answer }: { readonly answer: Answer | null }) {
  const format = useFormat()
  const total = answer && 'total' in answer ? answer.total : null
  return total === null ? null : (
    <Text size={12} tone="quiet" figures>
      {format.number(total)}
    </Text>
  )
}

interface PictureProps {
  readonly block: Block
  readonly answer: Answer
  readonly before: Answer | undefined
  readonly title: string
  readonly opens: boolean
}

function Picture({ block, answer, before, title, opens }: PictureProps) {
  switch (answer.kind) {
    case 'figure':
      return <FigureView answer={answer} before={before?.kind === 'figure' ? before : undefined} gauge={block.type === 'GAUGE'} title={title} opens={opens} />
    case 'groups':
      return <GroupsView answer={answer} before={before?.kind === 'groups' ? before : undefined} type={block.type} title={title} opens={opens} />
    case 'rows':
      return <RowsView answer={answer} ranked={block.type === 'TOP'} title={title} opens={opens} />
    case 'series':
      return <SeriesView answer={answer} before={before?.kind === 'series' ? before : undefined} bars={block.type === 'BAR'} title={title} />
    case 'matrix':
      return <MatrixView answer={answer} title={title} opens={opens} />
  }
}
