import { Ban, Check, RotateCcw } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { openReviews, type ReviewChoice } from '#areas/reviews/contract/figures.ts'
import { review } from '#areas/reviews/contract/review.ts'
import { only } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelMoves, PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { Asked as AskedOf } from '#kit/web/route.ts'
import { Switch } from '#kit/web/ui/check.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { PanelProvider } from './closing-context.ts'
import { EffectTab } from './effect-tab.tsx'
import { ImplementFirst } from './implement-first.tsx'
import { Marks } from './marks.tsx'
import { useChoices, type Review } from './reviews-api.ts'
import css from './reviews.module.css'
import { useClosing } from './use-closing.ts'
import './presentation.tsx'

const choices = ['MEASURE', 'INCIDENT', 'GAP', 'EXEMPTION', 'RISK', 'USER', 'POLICY', 'PROJECT', 'EVAL', 'CONFIGURATION', 'ACTION_MAPPING'] as const
/** Two kinds of what a measure waits for: they can be asked for alone, by the address (REV-02). */
const halves = ['BUILD', 'UPGRADE'] as const
const isHalf = (value: unknown): value is (typeof halves)[number] => halves.some((half) => half === value)
const isChoice = (value: unknown): value is ReviewChoice => choices.some((choice) => choice === value)
/** Of these every row has the same source, and none a perimeter (REV-03). */
const placeless: readonly string[] = ['POLICY', 'CONFIGURATION', 'ACTION_MAPPING']
const closedColumns = ['manager', 'timestamp']

type Asked = AskedOf<'/reviews'>
const number = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** Everything that ended or changed and waits to be looked at (REV-01 … REV-09). */
export function Page() {
  const t = useWords('reviews')
  const turnTo = useAsk<'/reviews'>()
  const asked = useAsked<'/reviews'>()
  const { data } = useChoices()
  // What is counted is of today: beside a list of the past nothing is.
  const past = asked.as_of !== undefined
  const counts = past ? undefined : data
  const half = isHalf(asked.source) ? asked.source : undefined
  const source = half ? 'MEASURE' : isChoice(asked.source) ? asked.source : undefined
  const campaign = number(asked.idcamp)
  const [warned, closed, action, first] = [Boolean(Number(asked.warning)), Boolean(Number(asked.closed)), number(asked.id_remediation), number(asked.id_init)]
  const ask = (changes: Asked) => turnTo({ ...changes, page: undefined }, true)

  // Which row is opened at first is said once; it is in the address like any other from then on.
  useEffect(() => {
    if (first !== undefined) turnTo({ id: first, id_init: undefined }, true)
  }, [first, turnTo])

  const fixed = useMemo(
    (): readonly Filter[] => [
      ...(source ? openReviews[source].filters('').filter(({ name }) => name !== 'closed') : []),
      ...(closed ? [] : [only('closed', false)]),
      ...(warned ? [only('others_open', true)] : []),
      ...(half ? [only('target_type', half)] : []),
      ...(action === undefined ? [] : [only('remediation', action)]),
      ...(campaign === undefined ? [] : [only('campaign', campaign)]),
    ],
    [source, half, closed, warned, action, campaign],
  )
  // Beside an open review stands what tells it from the others.
  const beside = asked.id !== undefined
  const without = useMemo(
    () => [...(source && placeless.includes(source) ? ['perimeter', 'source'] : []), ...(beside ? ['perimeter'] : []), ...(closed ? [] : closedColumns)],
    [source, closed, beside],
  )

  const latest = useRef<PanelMoves<Review> | undefined>(undefined)
  const closing = useClosing((row) => {
    const { rows, open } = latest.current ?? {}
    const at = rows?.findIndex(({ id }) => id === row.id) ?? -1
    const next = rows?.[at + 1] ?? rows?.[at - 1]
    if (next) open?.(next.id)
  })
  const [leaving, leave] = useState<number>()
  const comments = useRef(new Map<number, string>()).current
  const panel = useMemo(
    (): PanelParts<Review> => ({
      tabs: [{ value: 'effect', label: t('panel.tab'), first: true, Content: EffectTab }],
      verbs: (row, moves) => {
        latest.current = moves
        if (!row.edit_right) return []
        if (row.status !== 'OPEN') return [{ name: 'reopen', label: t('panel.reopen'), icon: RotateCcw, run: () => void closing.reopen(row) }]
        return [
          {
            name: 'close',
            label: t('panel.close'),
            icon: Check,
            primary: true,
            letter: 'e',
            onSaveKey: true,
            run: () => {
              const text = comments.get(row.id)?.trim()
              void closing.close(row, text ? { comment: text } : {})
            },
          },
          {
            name: 'without',
            label: t('panel.close_without'),
            icon: Ban,
            letter: 'shift+e',
            run: () => {
              moves.showTab('effect')
              leave(row.id)
            },
          },
        ]
      },
      header: (row) => <Marks row={row} />,
      comments: true,
      docked: true,
    }),
    [t, closing, comments],
  )

  return (
    <PanelProvider value={{ ...closing, leaving, leave, comments }}>
      <ListPage entity={review} fixed={fixed} without={without} panel={panel}>
        <Stack gap={8} className={css.choices}>
          <Row wrap align="center" gap={16} rowGap={8}>
            <Segmented
              label={t('entities.review.fields.status')}
              value={warned ? 'warned' : 'open'}
              onChange={(value) => ask({ warning: value === 'warned' ? 1 : undefined })}
              options={[
                { value: 'open', label: `${t('page.open')} ${counts?.open ?? ''}`.trim() },
                { value: 'warned', label: `${t('page.warned')} ${counts?.warned ?? ''}`.trim() },
              ]}
            />
            <Switch label={t('page.show_closed')} checked={closed} onChange={({ target }) => ask({ closed: target.checked ? 1 : undefined })} />
          </Row>
          <Tabs
            label={t('entities.review.fields.source')}
            value={source ?? 'all'}
            onChange={(value) => ask({ source: value === 'all' ? undefined : value })}
            tabs={[
              { value: 'all', label: t('page.all'), count: counts?.open },
              ...choices
                .filter((choice) => past || choice === source || (counts?.[choice] ?? 0) > 0)
                .map((choice) => ({ value: choice, label: t(`page.choices.${choice}`), count: counts?.[choice] })),
            ]}
          />
        </Stack>
      </ListPage>
      <ImplementFirst />
    </PanelProvider>
  )
}
