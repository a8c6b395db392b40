import { ArrowRight, CircleArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import type { ShelfKind, ShelfLine, ShelfStatus } from '#areas/library/contract/shelf.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Column } from '#kit/web/table/columns.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { TwoLines } from '#kit/web/ui/tabbed-list.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useLanguageOrder, useName } from './names.ts'
import css from './shelf.module.css'

/** A library as a row of the table, with where it stands. */
export interface ShelfRow extends ShelfLine {
  readonly status: ShelfStatus | undefined
  readonly view_right: true
  readonly checkbox_right: true
}

const shownLanguages = 2

const counted: Readonly<Record<ShelfKind, (line: ShelfLine) => number>> = {
  framework: ({ counts }) => counts.requirements,
  mapping: ({ counts }) => counts.mapping_pairs,
  solution: ({ counts }) => counts.solutions,
  matrix: ({ counts }) => counts.risk_matrices,
  other: ({ counts }) => counts.threats,
}

export function useShelfColumns(kind: ShelfKind | undefined, onRetry: (row: ShelfRow) => void, isNarrow: boolean): Column<ShelfRow>[] {
  const t = useWords('library')
  const format = useFormat()
  const language = useLanguage()
  const name = useName()
  const ordered = useLanguageOrder()
  return useMemo(() => {
    const groups = (line: ShelfLine) => line.groups.map(({ en, fr }) => (language === 'fr' ? (fr ?? en) : (en ?? fr))).filter(Boolean)
    const content = kind === 'mapping' ? 'pairs' : kind === 'solution' ? 'models' : 'content'
    const facts = (row: ShelfRow) => [row.provider, groups(row).join(', '), row.own ? t('shelf.own') : ''].filter(Boolean).join(' · ')
    const first = {
      name: 'name',
      label: kind ? t(`shelf.kinds.${kind}`) : t('shelf.columns.name'),
      width: 190,
      grow: true,
      sortable: true,
      value: (row: ShelfRow) => name(row),
      cell: (row: ShelfRow) => <TwoLines name={name(row)} text={facts(row)} />,
    } satisfies Column<ShelfRow>
    if (isNarrow) {
      return [
        {
          ...first,
          cell: (row: ShelfRow) => (
            <Text grow narrows className={css.narrow}>
              <Text as="b" overflow="clipped" weight={550} breaks>
                {name(row)}
              </Text>
              <Row as="span" align="center" gap={8}>
                <Text as="small" grow overflow="clipped" tone="quiet" size={12}>
                  {facts(row)}
                </Text>
                <State row={row} onRetry={onRetry} />
              </Row>
            </Text>
          ),
        },
      ]
    }
    return [
      first,
      {
        name: 'version',
        label: t('shelf.columns.version'),
        width: 92,
        sortable: true,
        value: (row: ShelfRow) => row.publication_date ?? '',
        cell: (row: ShelfRow) => <TwoLines plain name={row.version_label} text={format.date(row.publication_date)} />,
      },
      {
        name: 'languages',
        label: t('shelf.columns.languages'),
        width: 112,
        cell: (row: ShelfRow) => {
          const all = ordered(row.languages)
          return (
            <Row as="span" inline gap={4} className={css.languages} title={all.map((each) => each.toUpperCase()).join(', ')}>
              {all.slice(0, shownLanguages).map((each) => (
                <Text as="i" padX={5} corner={4} fill="mute" tone="mute" size={11} line={18} key={each} data-own={each === language || undefined}>
                  {each.toUpperCase()}
                </Text>
              ))}
              {all.length > shownLanguages ? (
                <Text as="i" padX={5} corner={4} fill="mute" tone="mute" size={11} line={18}>
                  +{all.length - shownLanguages}
                </Text>
              ) : null}
            </Row>
          )
        },
      },
      {
        name: 'content',
        label: t(`shelf.columns.${content}`),
        width: 116,
        align: 'end',
        sortable: true,
        value: (row: ShelfRow) => counted[row.kind](row),
        cell: (row: ShelfRow) => format.number(counted[row.kind](row)),
      },
      {
        name: 'state',
        label: t('shelf.columns.state'),
        width: 122,
        sortable: true,
        value: (row: ShelfRow) => row.status?.state ?? '',
        cell: (row: ShelfRow) => <State row={row} onRetry={onRetry} />,
      },
    ] satisfies Column<ShelfRow>[]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- formats and names follow the language
  }, [kind, language, onRetry, isNarrow])
}

function State({ row, onRetry }: { readonly row: ShelfRow; readonly onRetry: (row: ShelfRow) => void }) {
  const t = useWords('library')
  const format = useFormat()
  const { status: standing } = row
  switch (standing?.state) {
    case undefined:
      return null
    case 'added':
      return (
        <StatusBadge tone="success" glyph="check">
          {t('shelf.states.added')}
        </StatusBadge>
      )
    case 'waiting':
      return <Text tone="quiet">{t('shelf.states.waiting')}</Text>
    case 'adding':
      return <progress className={css.progress} max={100} value={standing.progress} aria-label={format.percent(standing.progress)} />
    case 'failed':
      return (
        <Box
          type="button"
          as="button"
          padY={2}
          padX={8}
          corner={6}
          fill="bad"
          tone="bad"
          weight={550}
          title={standing.reason ?? undefined}
          onClick={() => onRetry(row)}
        >
          {t('shelf.try_again')}
        </Box>
      )
    case 'newer':
      return (
        <Row
          as="span"
          inline
          align="center"
          gap={4}
          corner={6}
          fill="accent"
          tone="accent"
          weight={550}
          figures
          className={css.newer}
          role="img"
          aria-label={t('shelf.newer_long', { from: standing.known ?? '', to: row.version_label })}
        >
          <CircleArrowUp size={13} aria-hidden />
          <span aria-hidden>{standing.known}</span>
          <ArrowRight size={11} aria-hidden />
          <span aria-hidden>{row.version_label}</span>
        </Row>
      )
  }
}
