import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { acceptProposal, Proposal, readProposal } from '#areas/measures/contract/proposals.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { ref, type Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RefInput } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './decide.module.css'

const still = { help: undefined, error: undefined, disabled: false, onBlur: () => undefined }
const [anyPerimeter, anyRunbook] = [ref('perimeter'), ref('runbook')]
/** Whoever gets indicators too has to be able to keep those. */
const [worker, keeper] = [ref('member', { asks: 'occurrence.write' }), ref('member', { asks: 'indicator.write' })]

/** What the model of a measure proposes now that it is in place. */
export const useProposal = ({ id, status, edit_right, solution }: Measure) =>
  useQuery({
    queryKey: ['measure', 'proposal', id],
    queryFn: ({ signal }) => api.call<typeof readProposal>('GET /measure/{id}/proposal', { params: { id }, signal }),
    select: ({ object }) => object,
    enabled: status === 'IMPLEMENTED' && edit_right && solution !== null,
    staleTime: 0,
  })

/** Tasks and indicators of the model, ticked, with when they begin and whose they are. */
export function ProposeDialog({ row, onClose }: { readonly row: Measure; readonly onClose: () => void }) {
  const t = useWords('measures')
  const { data } = useProposal({ ...row, status: 'IMPLEMENTED' })
  if (!data)
    return (
      <Modal title={t('proposal.title')} size="md" onClose={onClose}>
        <SkeletonRows count={4} />
      </Modal>
    )
  return <Choosing row={row} proposal={data} onClose={onClose} />
}

function Choosing({ row, proposal, onClose }: { readonly row: Measure; readonly proposal: Proposal; readonly onClose: () => void }) {
  const t = useWords('measures')
  const contextOf = useFieldContexts(measure)
  const [tasks, setTasks] = useState<readonly number[]>(proposal.tasks.map(({ id }) => id))
  const [indicators, setIndicators] = useState<readonly number[]>(proposal.indicators.map(({ id }) => id))
  const [start, setStart] = useState<string | null>(dayOf())
  const [manager, setManager] = useState<Reference | null>(row.manager)
  const [perimeter, setPerimeter] = useState<Reference | null>(row.perimeter)
  const [runbook, setRunbook] = useState<Reference | null>(proposal.runbook)
  const toggled = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])
  const rhythm = (value: string) => t(`proposal.rhythm.${value as 'MONTHLY'}`)
  const send = async () => {
    const body = {
      tasks: [...tasks],
      indicators: [...indicators],
      ...(start !== null && { start_date: start }),
      manager: manager?.id ?? null,
      perimeter: perimeter?.id ?? null,
      runbook: runbook?.id ?? null,
    }
    return (await api.call<typeof acceptProposal>('POST /measure/{id}/proposal', { params: { id: row.id }, body })).message
  }
  return (
    <FormDialog
      title={t('proposal.title')}
      size="md"
      action={t('proposal.make')}
      complete={tasks.length + indicators.length > 0 && start !== null && (tasks.length === 0 || runbook !== null)}
      send={send}
      onClose={onClose}
    >
      <Text as="p" tone="soft">
        {row.name} · {row.perimeter?.name}
      </Text>
      <p>{t('proposal.lead')}</p>
      {proposal.tasks.length > 0 ? (
        <Grid as="fieldset" gap={8} className={css.proposed}>
          <Text as="legend" below={6} weight={600}>
            {t('proposal.tasks')}
          </Text>
          {proposal.tasks.map(({ id, name, periodicity, charge }) => (
            <Checkbox
              key={id}
              label={
                <span>
                  {name} <small>{[rhythm(periodicity), charge === null ? null : t('proposal.days', { days: charge })].filter(Boolean).join(' · ')}</small>
                </span>
              }
              checked={tasks.includes(id)}
              onChange={() => setTasks(toggled(tasks, id))}
            />
          ))}
        </Grid>
      ) : null}
      {proposal.indicators.length > 0 ? (
        <Grid as="fieldset" gap={8} className={css.proposed}>
          <Text as="legend" below={6} weight={600}>
            {t('proposal.indicators')}
          </Text>
          {proposal.indicators.map(({ id, name, periodicity, metrics }) => (
            <Checkbox
              key={id}
              label={
                <span>
                  {name}{' '}
                  <small>
                    {[rhythm(periodicity), metrics.length > 0 ? t('proposal.with_metrics', { names: metrics.join(', ') }) : null].filter(Boolean).join(' · ')}
                  </small>
                </span>
              }
              checked={indicators.includes(id)}
              onChange={() => setIndicators(toggled(indicators, id))}
            />
          ))}
        </Grid>
      ) : null}
      <DateInput label={t('proposal.start')} required value={start} onChange={setStart} />
      <>
        <RefInput
          {...still}
          required={false}
          context={{ ...contextOf('manager'), field: indicators.length > 0 ? keeper : worker }}
          label={t('proposal.manager')}
          value={manager}
          onChange={setManager}
        />
        <RefInput
          {...still}
          required
          context={{ ...contextOf('manager'), field: anyPerimeter }}
          label={t('proposal.perimeter')}
          value={perimeter}
          onChange={setPerimeter}
        />
        {proposal.tasks.length > 0 ? (
          <RefInput
            {...still}
            required
            context={{ ...contextOf('manager'), field: anyRunbook }}
            label={t('proposal.runbook')}
            value={runbook}
            onChange={setRunbook}
          />
        ) : null}
      </>
    </FormDialog>
  )
}
