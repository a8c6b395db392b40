import { useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { Content, ContentItem, StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import { useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useParams } from '#kit/web/navigation.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { AnswerLine } from './answer-line.tsx'
import { DecideButtons, type EvaluationRow } from './decide-buttons.tsx'
import { EvaluationStatus } from './evaluation-status.tsx'
import { scoreText, useDetails, useResults, useScored, wordOf } from './results-api.ts'
import { useResultPaths } from './results-page.tsx'
import css from './results.module.css'

/** Answer by answer what a perimeter said, with comment, proof, action, who and when; here it is decided about (NAV-18, CMP-30). */
export function Page() {
  const { campaignId, perimeterId } = useParams<'/ops/campaigns/results/$campaignId/$perimeterId/eval-details'>()
  const results = useResults(Number(campaignId), Number(perimeterId), undefined)
  const line = results.data?.object.lines.find(({ perimeter }) => perimeter.id === Number(perimeterId))
  const details = useDetails(line?.evaluation)
  const row = useQuery({
    queryKey: ['evaluation', 'one', line?.evaluation ?? null],
    queryFn: ({ signal }) => api.get<ObjectAnswer<EvaluationRow>>(`/evaluation/${line?.evaluation}`, { signal }),
    enabled: line !== undefined,
  })
  const failed = [results, details, row].find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState reason={failed.error} onRetry={() => void failed.refetch()} />
  const content = details.data?.object
  const target = results.data?.object.campaign.target ?? null
  if (!results.data || (line && (!content || !row.data))) {
    return (
      <Sheet>
        <SkeletonRows count={14} />
      </Sheet>
    )
  }
  const read = () => Promise.all([results.refetch(), details.refetch(), row.refetch()])
  return <Details campaign={Number(campaignId)} content={content} row={row.data?.object} target={target} onRead={read} />
}

const filters = ['all', 'gaps', 'unanswered', 'commented', 'actions'] as const
type Filter = (typeof filters)[number]
interface Shown {
  readonly item: ContentItem
  readonly answer: StoredAnswer | undefined
}

interface DetailsProps {
  readonly campaign: number
  readonly content: Content | undefined
  readonly row: EvaluationRow | undefined
  readonly target: number | null
  readonly onRead: () => Promise<unknown>
}

function Details({ campaign, content, row, target, onRead }: DetailsProps) {
  const t = useWords('campaigns')
  const format = useFormat()
  const paths = useResultPaths()
  const asked = useLocation({ select: ({ search }) => (search as { part?: string }).part })
  const scored = useScored()
  const [filter, setFilter] = useState<Filter>('all')
  if (!content || !row) return <EmptyState title={t('results.details.none')} />
  const shown = linesOf(content)
  const inPart = asked === undefined ? shown : shown.filter(({ item }) => within(content, item.part, asked))
  const tests: Record<Filter, (line: Shown) => boolean> = {
    all: () => true,
    gaps: ({ answer }) => answer?.level != null && answer.level < (target ?? 100),
    unanswered: ({ answer }) => answer === undefined || answer.suggested,
    commented: ({ answer }) => Boolean(answer?.comment),
    actions: ({ answer }) => (answer?.actions.length ?? 0) > 0,
  }
  const lines = inPart.filter(tests[filter])
  const part = content.parts.find(({ key }) => key === asked)
  const person = { VALIDATED: 'validated_by', REJECTED: 'rejected_by' } as const
  const decision = row.status === 'VALIDATED' || row.status === 'REJECTED' ? person[row.status] : undefined
  const facts = [
    ...(row.submitted_at ? [t('results.decide.submitted_by', { name: row.submitted_by?.name ?? '–', date: format.date(row.submitted_at) })] : []),
    ...(decision && row.decided_at ? [t(`results.decide.${decision}`, { name: row.decided_by?.name ?? '–', date: format.date(row.decided_at) })] : []),
    ...(row.self_validated ? [t('results.evaluations.self')] : []),
  ]
  return (
    <Sheet canvas>
      <PageToolbar>
        <Link to={paths.campaign(campaign)} className={css.back} aria-label={t('results.details.back')} title={t('results.details.back')}>
          <ArrowLeft size={16} aria-hidden />
        </Link>
        <PageHeading title={[row.perimeter?.name, wordOf(part, format.language)].filter(Boolean).join(' – ')} text={[row.label, ...facts].join(' · ')} />
        <EvaluationStatus line={{ status: row.status ?? 'NOT_STARTED', not_submitted: row.not_submitted }} />
        {scored ? <b className={css.sum}>{scoreText(row.score ?? null)}</b> : null}
        <DecideButtons row={row} onDone={onRead} />
      </PageToolbar>
      {row.justification ? (
        <Text as="p" below={12} padY={8} padX={12} corner={6} fill="warn" tone="warn" size={13} breaks role={row.status === 'REJECTED' ? 'alert' : 'status'}>
          {row.justification}
        </Text>
      ) : null}
      <section className={css.card} aria-label={t('results.details.label')}>
        <Row as="header" wrap align="center" gap={16} rowGap={4} tone="soft" size={12} weight={500} className={css.head}>
          <Segmented
            label={t('results.details.filter')}
            value={filter}
            onChange={setFilter}
            options={filters
              .map((value) => ({ value, count: inPart.filter(tests[value]).length }))
              .filter(({ value, count }) => value === 'all' || value === filter || count > 0)
              .map(({ value, count }) => ({ value, label: t(`results.details.${value}`, { count }) }))}
          />
        </Row>
        {lines.length === 0 ? <p className={css.none}>{t('results.details.none')}</p> : null}
        {[...Map.groupBy(lines, ({ item }) => item.part)].map(([key, some]) => (
          <div key={key} className={css.group}>
            <h2>{titleOf(content, key, format.language)}</h2>
            <ul className={css.answers}>
              {some.map(({ item, answer }) => (
                <AnswerLine key={item.item} content={content} item={item} answer={answer} />
              ))}
            </ul>
          </div>
        ))}
      </section>
    </Sheet>
  )
}

function linesOf({ items, answers, left_out: left }: Content): Shown[] {
  const byItem = new Map(answers.map((answer) => [answer.item, answer]))
  const out = new Set(left)
  return items.filter(({ item }) => !out.has(item)).map((item) => ({ item, answer: byItem.get(item.item) }))
}

/** Whether a part is another one, or stands in it. */
function within({ parts }: Content, part: string, asked: string): boolean {
  const parents = new Map(parts.map(({ key, parent }) => [key, parent]))
  for (let at: string | null | undefined = part, depth = 0; at && depth < 50; at = parents.get(at), depth += 1) if (at === asked) return true
  return false
}

function titleOf({ parts }: Content, key: string, lang: 'en' | 'fr'): string {
  const part = parts.find((one) => one.key === key)
  return part ? [part.identifier, wordOf(part, lang)].filter(Boolean).join(' ') : ''
}
