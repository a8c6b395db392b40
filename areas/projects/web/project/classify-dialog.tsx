import { Suspense } from 'react'
import { classify } from '#areas/projects/contract/classification.ts'
import type { Answers } from '#areas/questionnaires/contract/play.ts'
import { LazyClassifying } from '#areas/questionnaires/web/index.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { CriticalityBadge, type Project } from '#areas/projects/web/presentation.tsx'
import { classifyProject, useClassification } from './classify-api.ts'

interface ClassifyProps {
  readonly row: Project
  readonly onClose: () => void
}
type Read = NonNullable<ReturnType<typeof useClassification>['data']>

/** How critical a project is, by what is answered about it. */
export function ClassifyDialog({ row, onClose }: ClassifyProps) {
  const t = useWords('projects')
  const { data, error, refetch } = useClassification(row)
  const title = t('classify.title', { name: row.name ?? '' })
  if (data?.asked)
    return (
      <Suspense>
        <Answering row={row} title={title} read={data} asked={data.asked} onClose={onClose} />
      </Suspense>
    )
  return (
    <Modal title={title} size="md" onClose={onClose}>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : data ? <EmptyState title={t('classify.none')} /> : <SkeletonRows count={6} />}
    </Modal>
  )
}

function Answering({
  row,
  title,
  read,
  asked,
  onClose,
}: ClassifyProps & { readonly title: string; readonly read: Read; readonly asked: NonNullable<Read['asked']> }) {
  const t = useWords('projects')
  const made = (answers: Answers) => classify(asked.structure, asked.accumulator, answers)
  return (
    <LazyClassifying
      title={title}
      action={t('classify.save')}
      lead={t('classify.lead')}
      structure={asked.structure}
      begun={read.kept[0]?.questionnaire?.id === asked.questionnaire.id ? read.kept[0].answers : {}}
      complete={(answers) => made(answers)?.missing.length === 0}
      send={(answers) => classifyProject(row, { edition: asked.edition, answers })}
      result={(answers) => {
        const found = made(answers)
        return (
          <>
            <span>{t('classify.result')}</span>
            {found ? <CriticalityBadge row={found} /> : null}
            {found && found.missing.length > 0 ? <em>{t('classify.missing', { count: found.missing.length })}</em> : null}
          </>
        )
      }}
      onClose={onClose}
    />
  )
}
