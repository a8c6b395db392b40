import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Answers } from '#areas/questionnaires/contract/play.ts'
import { LazyClassifying } from '#areas/questionnaires/web/index.ts'
import { classify } from '#areas/suppliers/contract/classification.ts'
import type { KeptClassification, readClassification, writeClassification } from '#areas/suppliers/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'

type Read = AnswerOf<typeof readClassification>['object']

interface ClassifyProps {
  readonly row: Supplier
  readonly onClose: () => void
}

/** How critical a supplier is, by what is answered about it. */
export function ClassifyDialog({ row, onClose }: ClassifyProps) {
  const t = useWords('suppliers')
  const { data, error, refetch } = useQuery({
    queryKey: ['supplier', 'classification', row.id],
    queryFn: ({ signal }) => api.call<typeof readClassification>('GET /supplier/{id}/classification', { params: { id: row.id }, signal }),
    staleTime: 0,
  })
  const title = t('classify.title', { name: row.name ?? '' })
  if (data?.object.asked)
    return (
      <Suspense>
        <Answering row={row} title={title} read={data.object} asked={data.object.asked} onClose={onClose} />
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
  const t = useWords('suppliers')
  const made = (answers: Answers) => classify(asked.structure, asked.accumulator, answers)
  return (
    <LazyClassifying
      title={title}
      action={t('classify.save')}
      lead={t('classify.lead')}
      structure={asked.structure}
      begun={read.kept[0]?.questionnaire?.id === asked.questionnaire.id ? read.kept[0].answers : {}}
      complete={(answers) => made(answers)?.missing.length === 0}
      send={async (answers) =>
        (
          await api.call<typeof writeClassification>('POST /supplier/{id}/classification', {
            params: { id: row.id },
            body: { edition: asked.edition, answers },
          })
        ).message
      }
      result={(answers) => {
        const found = made(answers)
        return (
          <>
            <span>{t('classify.result')}</span>
            {found ? (
              <StatusBadge {...lookOf(found.criticality, 'supplier.criticality')}>
                {t(`entities.supplier.choices.criticality.${found.criticality}`)}
              </StatusBadge>
            ) : null}
            {found && found.missing.length > 0 ? <em>{t('classify.missing', { count: found.missing.length })}</em> : null}
          </>
        )
      }}
      onClose={onClose}
    >
      <Kept kept={read.kept} />
    </LazyClassifying>
  )
}

function Kept({ kept }: { readonly kept: readonly KeptClassification[] }) {
  const t = useWords('suppliers')
  const format = useFormat()
  if (kept.length === 0) return null
  return (
    <section>
      <h3>{t('classify.kept')}</h3>
      <ul className={css.dates}>
        {kept.map(({ at, author, criticality, value, edition }) => (
          <li key={at}>
            {t('classify.kept_line', {
              level: t(`entities.supplier.choices.criticality.${criticality}`),
              value: format.number(value),
              author: author ?? t('classify.somebody'),
              date: format.date(at.slice(0, 10)),
              edition: String(edition),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
