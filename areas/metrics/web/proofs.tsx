import { X } from 'lucide-react'
import { useMemo } from 'react'
import { isHour } from '#areas/metrics/contract/hour.ts'
import { loadChooser } from '#areas/evidence/web/index.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useProofs } from './entry-api.ts'
import css from './entry.module.css'

const Chooser = lazy(async () => ({ default: (await loadChooser()).ChooseEvidence }))

/** What is to be shown: taken off what is there, and added to it. */
export interface ProofEdit {
  readonly gone: readonly number[]
  readonly added: readonly number[]
}

interface ProofsProps {
  readonly metric: number
  readonly place: number
  readonly period: string
  readonly open: boolean
  readonly edit: ProofEdit
  readonly onEdit: (edit: ProofEdit) => void
}

/** The evidence of a value: what it shows, and more of it to choose from. */
export function Proofs({ metric, place, period, open, edit, onEdit }: ProofsProps) {
  const t = useWords('metrics')
  const { data, error, refetch } = useProofs(metric, place, period)
  const shown = useMemo(() => (data?.objects ?? []).filter(({ id }) => !edit.gone.includes(id)), [data, edit.gone])
  const known = useMemo(() => new Set(shown.map(({ id }) => id)), [shown])
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={60} />
  if (!open && shown.length + data.hidden === 0) return null
  return (
    <section className={css.proofs}>
      <Text as="h3" above={12} below={8} size={13} weight={700}>
        {isHour(period) ? t('entry.proof_of_day') : t('entry.proof')}
      </Text>
      {shown.length + data.hidden > 0 ? (
        <Box as="ul" below={8}>
          {shown.map(({ id, name }) => (
            <Row as="li" align="center" spread="between" key={id}>
              {name}
              {open ? (
                <IconButton label={t('entry.remove_proof', { name })} onClick={() => onEdit({ ...edit, gone: [...edit.gone, id] })}>
                  <X size={14} />
                </IconButton>
              ) : null}
            </Row>
          ))}
          {data.hidden > 0 ? (
            <Row as="li" align="center" spread="between">
              {t('entry.hidden_proofs', { count: data.hidden })}
            </Row>
          ) : null}
        </Box>
      ) : null}
      {open ? (
        <Suspense fallback={<Skeleton height={60} />}>
          <Chooser label={t('entry.add_proof')} value={edit.added} without={known} onChange={(added) => onEdit({ ...edit, added })} />
        </Suspense>
      ) : null}
    </section>
  )
}
