import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { QuestionnaireResult, QuestionResult, questionnaireResults } from '#areas/campaigns/contract/result-questionnaire.ts'
import { ScoreBadge } from '#areas/scores/web/index.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Block, BlockGrid, Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useView } from '#kit/web/ui/use-view.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { useScored } from './results-api.ts'
import css from './results.module.css'

interface Chosen {
  readonly campaign?: string
  readonly perimeter?: string
}

/** How a questionnaire was answered over campaigns and perimeters (QST-12). */
export function Page() {
  const { id } = useParams<'/org/questionnaires/$id/results'>()
  const [view, look] = useView<keyof Chosen>()
  const chosen: Chosen = Object.fromEntries(
    (['campaign', 'perimeter'] as const).flatMap((name) => (/^\d{1,15}$/.test(view[name] ?? '') ? [[name, view[name]]] : [])),
  )
  const query = useQuery({
    queryKey: ['evaluation', 'questionnaire', id, chosen],
    queryFn: ({ signal }) => api.call<typeof questionnaireResults>('GET /questionnaire/{id}/results', { params: { id }, query: chosen, signal }),
    placeholderData: (before) => before,
  })
  if (query.isError && !query.data) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Sheet>
        <SkeletonRows count={14} />
      </Sheet>
    )
  }
  return <Results result={query.data.object} chosen={chosen} onChoose={(name, value) => look({ [name]: value })} />
}

interface ResultsProps {
  readonly result: QuestionnaireResult
  readonly chosen: Chosen
  readonly onChoose: (name: keyof Chosen, value: string | null) => void
}

function Results({ result, chosen, onChoose }: ResultsProps) {
  const t = useWords('campaigns')
  const scored = useScored()
  const { questionnaire, sections, accumulators, campaigns, perimeters, counted, hidden } = result
  const choose = (name: keyof Chosen) => (value: string | null) => onChoose(name, value)
  const download = () => {
    const search = new URLSearchParams({ ...chosen }).toString()
    api.download(`/questionnaire/${questionnaire.id}/results_file${search && `?${search}`}`).catch((reason: unknown) => toast.error(failureText(reason)))
  }
  const heading = [
    t('results.quest.heading', { campaigns: counted.campaigns, perimeters: counted.perimeters }),
    ...(hidden > 0 ? [t('results.head.hidden', { count: hidden })] : []),
  ]
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={questionnaire.name ?? ''} text={heading.join(' · ')} />
        <Select
          aria-label={t('results.quest.campaign')}
          placeholder={t('results.quest.every')}
          clearable
          value={chosen.campaign ?? null}
          options={campaigns.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
          onChange={choose('campaign')}
        />
        <Select
          aria-label={t('results.quest.perimeter')}
          placeholder={t('results.quest.all_perimeters')}
          clearable
          value={chosen.perimeter ?? null}
          options={perimeters.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
          onChange={choose('perimeter')}
        />
        {counted.evaluations > 0 ? (
          <Button icon={<Download size={14} aria-hidden />} onClick={download}>
            {t('results.export.button')}
          </Button>
        ) : null}
      </PageToolbar>
      {counted.evaluations === 0 ? (
        <EmptyState title={t('results.quest.empty')} text={t('results.quest.empty_text')} />
      ) : (
        <BlockGrid>
          {accumulators.length > 0 ? (
            <Block title={t('results.quest.accumulators')}>
              <Grid as="ul" gap={10} size={13} className={css.questions}>
                {accumulators.map(({ key, name, mean, min, max, shares }) => (
                  <li key={key}>
                    <p>
                      <Text as="b" weight={500}>
                        {name}
                      </Text>{' '}
                      <Mean mean={mean} min={String(min)} max={String(max)} />
                    </p>
                    <Shares
                      shares={shares.map((share) => ({ ...share, label: share.key === '' ? t('results.quest.below') : share.label }))}
                      of={counted.evaluations}
                    />
                  </li>
                ))}
              </Grid>
            </Block>
          ) : null}
          {sections.map((section) => (
            <Block key={section.key} title={section.title ?? section.key} aside={scored ? <ScoreBadge score={section.score} target={null} /> : null}>
              <Grid as="ul" gap={10} size={13} className={css.questions}>
                {section.questions.map((question) => (
                  <QuestionLine key={question.key} question={question} />
                ))}
              </Grid>
            </Block>
          ))}
        </BlockGrid>
      )}
    </Sheet>
  )
}

function QuestionLine({ question }: { readonly question: QuestionResult }) {
  const t = useWords('campaigns')
  const format = useFormat()
  const { text, answers, na, shares, range, type } = question
  const count = t('results.quest.answers', { count: answers })
  return (
    <li>
      <p>
        <Text as="b" weight={500}>
          {text}
        </Text>{' '}
        <small>{answers === 0 ? t('results.quest.nobody') : type === 'TEXT' ? t('results.quest.texts', { count: answers }) : count}</small>{' '}
        {na > 0 ? <small>{`${t('results.details.na')} ${na}`}</small> : null}
      </p>
      {range && answers > 0 ? (
        type === 'DATE' ? (
          <small>{t('results.quest.days', { min: format.date(range.min), max: format.date(range.max) })}</small>
        ) : (
          <Mean {...range} />
        )
      ) : null}
      <Shares shares={shares} of={answers} />
    </li>
  )
}

function Mean({ mean, min, max }: { readonly mean: number | null; readonly min: string | null; readonly max: string | null }) {
  const t = useWords('campaigns')
  const format = useFormat()
  const number = (value: string | null) => format.number(value === null ? null : Number(value))
  return <small>{t('results.quest.mean', { mean: format.number(mean, 1), min: number(min), max: number(max) })}</small>
}

/** How often each was chosen, as bars with their numbers. */
function Shares({ shares, of }: { readonly shares: QuestionResult['shares']; readonly of: number }) {
  const format = useFormat()
  if (shares.length === 0 || of === 0) return null
  return (
    <Grid as="ul" gap={10} size={13} above={3} className={css.shares}>
      {shares.map(({ key, label, count }) => (
        <Grid as="li" align="center" gap={10} size={12} key={key}>
          <Text tone="soft" cut title={label ?? key}>
            {label ?? key}
          </Text>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
            <rect className={css.share} width={(count / of) * 100} height="8" rx="1" />
          </svg>
          <span className={css.count}>
            <b>{format.number(count)}</b> <small>{format.percent(Math.round((count / of) * 100))}</small>
          </span>
        </Grid>
      ))}
    </Grid>
  )
}
