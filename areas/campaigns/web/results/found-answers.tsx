import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Modal } from '#kit/web/ui/modal.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { LevelChip } from './level-chip.tsx'
import { useFoundAnswers, type Sought } from './results-api.ts'
import css from './results.module.css'

interface FoundProps {
  readonly campaign: number
  readonly perimeter: number | undefined
  readonly sought: Sought
  readonly title: string
  readonly levels: CampaignResult['levels']
  readonly onClose: () => void
}

/** The answers that a number of the results counts. */
export function FoundAnswers({ campaign, perimeter, sought, title, levels, onClose }: FoundProps) {
  const t = useWords('campaigns')
  const format = useFormat()
  const { data, isError, error, refetch } = useFoundAnswers(campaign, perimeter, sought)
  return (
    <Modal title={title} size="lg" onClose={onClose}>
      {isError ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <SkeletonRows count={6} /> : null}
      {data ? (
        <>
          <p className={css.none}>{t('results.spread.shown', { shown: data.objects.length, total: data.total })}</p>
          <ul className={css.found} tabIndex={0} aria-label={title}>
            {data.objects.map((one) => (
              <li key={`${one.evaluation} ${one.item}`}>
                <b>{one.perimeter.name}</b>
                <LevelChip level={one.level} na={one.na} levels={levels} />
                <span>
                  {one.identifier} {one.name}
                </span>
                {one.comment ? <blockquote>{one.comment}</blockquote> : null}
                <small>{t('results.details.by', { name: one.by ?? '–', date: format.date(one.at) })}</small>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Modal>
  )
}
