import { classify } from '#areas/projects/contract/classification.ts'
import { ClassifyDialog as Dialog } from '#areas/questionnaires/web/index.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CriticalityBadge, type Project } from '#areas/projects/web/presentation.tsx'
import { classifyProject, useClassification } from './classify-api.ts'

interface ClassifyProps {
  readonly row: Project
  readonly onClose: () => void
}

/** How critical a project is, by what is answered about it. */
export function ClassifyDialog({ row, onClose }: ClassifyProps) {
  const t = useWords('projects')
  const { data, error, refetch } = useClassification(row)
  return (
    <Dialog
      words={{
        title: t('classify.title', { name: row.name ?? '' }),
        none: t('classify.none'),
        action: t('classify.save'),
        lead: t('classify.lead'),
        result: t('classify.result'),
        missing: (count) => t('classify.missing', { count }),
      }}
      read={data}
      error={error}
      onRetry={() => void refetch()}
      classify={classify}
      badge={(found) => <CriticalityBadge row={found} />}
      send={(body) => classifyProject(row, body)}
      onClose={onClose}
    />
  )
}
