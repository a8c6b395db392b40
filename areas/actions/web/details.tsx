import { Controller } from 'react-hook-form'
import { impactPresets, proposedStatus, remediationStatuses, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { remediation, workFields } from '#areas/actions/contract/remediation.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { mayFollow, neededBetween } from '#kit/contract/work-item.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { EntityFields, FormField } from '#kit/web/resource/entity-fields.tsx'
import css from '#kit/web/resource/entity-form.module.css'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { MovedDates } from '#kit/web/work/moved-dates.tsx'
import type { Action } from './presentation.tsx'

interface DetailsProps {
  readonly state: EntityFormState
  readonly disabled: boolean
}

/** What has a tab of its own beside what is read. */
const elsewhere: ReadonlySet<string> = new Set(['tasks', 'evidences', 'proofs', 'proof_files', 'attachments'])

/** The form of an action: what matters first, and what only some actions need once they need it. */
export function Details({ state, disabled }: DetailsProps) {
  const t = useWords('actions')
  const contextOf = useFieldContexts(remediation)
  const { form } = state
  const row = state.row as Action | undefined // the form of an action was given an action
  const values = form.watch() as Partial<Record<string, never>> & {
    status?: RemediationStatus | null
    type?: string
    target_date?: string | null
  }
  const regular = row?.edit_right_regular ?? true
  const isFixed = (name: string) => disabled || (!regular && (!workFields.includes(name) || (name === 'target_date' && row?.date_locked === true)))
  const field = (name: string) => (
    <FormField key={name} context={contextOf(name)} control={form.control} entity={remediation} row={row} disabled={isFixed(name)} onLeave={state.leave} />
  )
  const type = row?.type ?? values.type ?? 'SIMPLE'
  const status = values.status ?? 'TO_PLAN'
  if (disabled) return <EntityFields state={state} disabled unasked={elsewhere} />
  const postponing = Boolean(row?.initial_target_date) && (values.target_date ?? null) !== row?.target_date

  return (
    <div data-entity-form className={css.sections}>
      <div className={css.grid}>
        {field('name')}
        {row ? null : (
          <>
            <div>
              {field('target_date')}
              {values.target_date ? null : (
                <Text as="p" above={4} tone="warn" size={12} line={16}>
                  {t('panel.no_target')}
                </Text>
              )}
            </div>
            {field('manager')}
            <div className={css.wide}>{field('program')}</div>
            {field('perimeter')}
          </>
        )}
        <StatusField state={state} row={row} disabled={isFixed('status')} />
        <PriorityField state={state} disabled={isFixed('priority')} />
        {neededBetween(remediationWork, status, status).reason ? <div className={css.wide}>{field('status_reason')}</div> : null}
        {type === 'UPGRADE' && status === 'CANCELLED' ? <div className={css.wide}>{field('defect')}</div> : null}
        {status === 'FINISHED' ? field('done_date') : null}
        {row ? field('perimeter') : null}
        {row ? field('manager') : null}
        {field('start_date')}
        {row ? field('target_date') : null}
        {postponing && row ? (
          <div className={css.wide}>
            <MovedDates entity={remediation} row={row} wanted={{ target_date: values.target_date ?? null }} />
            {field('postponement_reason')}
          </div>
        ) : null}
        {field('cost')}
        {field('workload')}
        {row ? field('program') : null}
        {field('group')}
        {row ? null : field('type')}
        {row && type !== 'SIMPLE' ? null : field('measure')}
        {type === 'UPGRADE' ? <ImpactField state={state} disabled={isFixed('impact')} /> : null}
        {type === 'BUILD' ? field('measures') : null}
        {field('labels')}
        {field('description')}
        {field('identifier')}
        {field('date_locked')}
        {row ? null : field('tasks')}
        {!row || (status === 'FINISHED' && row.status !== 'FINISHED') ? (
          <>
            {field('proofs')}
            {field('proof_files')}
          </>
        ) : null}
      </div>
    </div>
  )
}

/** Only statuses that may follow; a new action without one takes what its dates propose. */
function StatusField({ state, disabled, row }: DetailsProps & { readonly row: Action | undefined }) {
  const t = useWords('actions')
  const [start, target] = state.form.watch(['start_date', 'target_date']) as [string | null, string | null]
  const word = (status: RemediationStatus) => t(`entities.remediation.choices.status.${status}`)
  const from = row?.status ?? 'TO_PLAN'
  return (
    <Controller
      control={state.form.control}
      name="status"
      render={({ field, fieldState }) => (
        <Select
          label={t('entities.remediation.fields.status')}
          error={fieldState.error?.message}
          disabled={disabled}
          clearable={!row}
          placeholder={word(proposedStatus(start, target, dayOf()))}
          options={remediationStatuses.filter((status) => mayFollow(remediationWork, from, status)).map((status) => ({ value: status, label: word(status) }))}
          value={typeof field.value === 'string' ? field.value : null}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    />
  )
}

function PriorityField({ state, disabled }: DetailsProps) {
  const t = useWords('actions')
  const language = useLanguage()
  const levels = useLevels('priority')
  return (
    <Controller
      control={state.form.control}
      name="priority"
      render={({ field, fieldState }) => (
        <Select
          label={t('entities.remediation.fields.priority')}
          required
          error={fieldState.error?.message}
          disabled={disabled}
          options={levels.map((level) => ({ value: String(level.value), label: levelName(level, language) }))}
          value={typeof field.value === 'number' ? String(field.value) : null}
          onChange={(value) => field.onChange(value === null ? null : Number(value))}
          onBlur={field.onBlur}
        />
      )}
    />
  )
}

const isPreset = (value: unknown): value is (typeof impactPresets)[number] => impactPresets.some((preset) => preset === value)

/** One of the usual impacts, or any other number of points (ACT-07). */
function ImpactField({ state, disabled }: DetailsProps) {
  const t = useWords('actions')
  const contextOf = useFieldContexts(remediation)
  const { form } = state
  const value = form.watch('impact')
  const chosen = isPreset(value) ? (`p${value}` as const) : 'custom'
  return (
    <div className={css.wide}>
      <Segmented
        label={t('entities.remediation.fields.impact')}
        value={chosen}
        onChange={(next) => form.setValue('impact', next === 'custom' ? 10 : Number(next.slice(1)), { shouldDirty: true })}
        options={(['p0', 'p25', 'p50', 'custom'] as const).map((preset) => ({
          value: preset,
          label: t(`panel.impact.${preset}`),
        }))}
      />
      {chosen === 'custom' ? (
        <FormField context={contextOf('impact')} control={form.control} entity={remediation} row={state.row} disabled={disabled} />
      ) : (
        <Text as="p" apart>
          {t('panel.impact_help')}
        </Text>
      )}
    </div>
  )
}
