import { useQuery } from '@tanstack/react-query'
import { ClassifyDialog as Dialog } from '#areas/questionnaires/web/index.ts'
import { classify } from '#areas/suppliers/contract/classification.ts'
import type { KeptClassification, readClassification, writeClassification } from '#areas/suppliers/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { CriticalityBadge, type Supplier } from './presentation.tsx'
import css from './suppliers.module.css'

interface ClassifyProps {
  readonly row: Supplier
  readonly onClose: () => void
}

/** How critical a supplier is, by what is answered about it; what was answered before stands below. */
export function ClassifyDialog({ row, onClose }: ClassifyProps) {
  const t = useWords('suppliers')
  const params = { id: row.id }
  const { data, error, refetch } = useQuery({
    queryKey: ['supplier', 'classification', row.id],
    queryFn: ({ signal }) => api.call<typeof readClassification>('GET /supplier/{id}/classification', { params, signal }),
    staleTime: 0,
  })
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
      read={data?.object}
      error={error}
      onRetry={() => void refetch()}
      classify={classify}
      badge={(found) => <CriticalityBadge row={found} />}
      send={async (body) => (await api.call<typeof writeClassification>('POST /supplier/{id}/classification', { params, body })).message}
      onClose={onClose}
    >
      <Kept kept={data?.object.kept ?? []} />
    </Dialog>
  )
}

function Kept({ kept: classifications }: { readonly kept: readonly KeptClassification[] }) {
  const t = useWords('suppliers')
  const format = useFormat()
  if (classifications.length === 0) return null
  return (
    <section>
      <h3>{t('classify.kept')}</h3>
      <ul className={css.dates}>
        {classifications.map(({ at, author, criticality, value, edition }) => (
          <Text as="li" padY={4} key={at}>
            {t('classify.kept_line', {
              level: t(`entities.supplier.choices.criticality.${criticality}`),
              value: format.number(value),
              author: author ?? t('classify.somebody'),
              date: format.date(at.slice(0, 10)),
              edition: String(edition),
            })}
          </Text>
        ))}
      </ul>
    </section>
  )
}
