import { Check, Link2, X } from 'lucide-react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { riskScenario } from '#areas/analyses/contract/risk-scenario.ts'
import { ownPlaces } from '#areas/risks/web/index.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { BulkAction, RowAction } from '#kit/web/table/columns.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Text } from '#kit/web/ui/text.tsx'
import './presentation.tsx'
import { actOn, useGeneration, type Analysis, type Scenario } from './study-api.ts'
import css from './study.module.css'

const lists = {
  scenarios: { list: 'analysis_scenarios', without: ['analysis', 'strategy', 'actions', 'target_level', 'manager', 'risk'], retained: false },
  treatment: { list: 'analysis_treatment', without: ['analysis', 'retained', 'probability', 'impact'], retained: true },
} as const

/** Where likelihood and impact are chosen by their words. */
const places = ['impact', 'probability', 'target_impact', 'target_probability']

interface ScenarioStepProps {
  readonly row: Analysis
  readonly step: keyof typeof lists
  readonly writes: boolean
  readonly children?: ReactNode
}

/** The scenarios of a study: laid out and retained in one step, treated in the next, which shows those that are retained. */
export function ScenarioStep({ row, step, writes, children }: ScenarioStepProps) {
  const t = useWords('analyses')
  const { list, without, retained } = lists[step]
  const fixed = useMemo(
    () => [{ name: 'analysis', selected_options: [row.id] }, ...(retained ? [{ name: 'retained', selected_options: [true] }] : [])],
    [row.id, retained],
  )
  const initial = useMemo(() => ({ analysis: { id: row.id, name: row.name }, retained: true }), [row.id, row.name])
  const rowActions = useMemo((): readonly RowAction<Scenario>[] => {
    const change = (name: string, value: boolean): RowAction<Scenario> => ({
      name,
      label: t(value ? 'retain.action' : 'retain.drop'),
      icon: value ? Check : X,
      show: (one) => writes && one.edit_right && one.retained !== value,
      run: (one) => void updateRow(riskScenario, one, { retained: value }).catch(() => {}),
    })
    return [change('retain', true), change('drop', false)]
  }, [t, writes])
  const bulkActions = useMemo((): readonly BulkAction<Scenario>[] => {
    const change = (name: string, value: boolean): BulkAction<Scenario> => ({
      name,
      label: t(value ? 'retain.action' : 'retain.drop'),
      run: (rows, clear) => void retain(rows, value, clear),
    })
    return writes ? [change('retain', true), change('drop', false)] : []
  }, [t, writes])
  const panel = useMemo((): PanelParts<Scenario> => {
    const own = row.sides ? ownPlaces(row.sides, places) : {}
    return { Details: (details) => <EntityFields {...details} own={own} /> }
  }, [row.sides])
  return (
    <ListPage
      entity={riskScenario}
      list={list}
      fixed={fixed}
      without={without}
      initial={initial}
      rowActions={rowActions}
      bulkActions={bulkActions}
      panel={panel}
    >
      {children}
      {step === 'scenarios' && writes ? <Generation row={row} /> : null}
      {step === 'treatment' && writes ? <Existing row={row} /> : null}
    </ListPage>
  )
}

async function retain(rows: readonly Scenario[], retained: boolean, clear: () => void): Promise<void> {
  try {
    const { message } = await api.put<{ readonly message?: string }>('/risk_scenario/bulk', {
      rows: rows.map(({ id, version }) => ({ id, version })),
      changes: { retained },
    })
    if (message) toast.success(message)
    clear()
  } catch (reason) {
    toast.error(failureText(reason))
  } finally {
    await renewed()
  }
}

/** What helps already is linked in one press: the levels of the scenarios follow. */
function Existing({ row }: { readonly row: Analysis }) {
  const t = useWords('analyses')
  const [link, busy] = useSubmit(async () => {
    try {
      const message = await actOn(row, 'measures')
      if (message) toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await renewed()
    }
  })
  return (
    <Row wrap align="center" padY={8} padX={16} edge="below" gap={14} rowGap={6}>
      <Button icon={<Link2 size={14} aria-hidden />} loading={busy} onClick={() => link()}>
        {t('propose.measures')}
      </Button>
    </Row>
  )
}

/** Lays out what is missing and takes away what is studied no more, in the background; how far it is is told meanwhile. */
function Generation({ row }: { readonly row: Analysis }) {
  const t = useWords('analyses')
  const format = useFormat()
  const { data } = useGeneration(row)
  const [run, busy] = useSubmit(async () => {
    try {
      await actOn(row, 'generate')
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      // A job writes no row yet: how far it is is asked for by name.
      await invalidate('risk_scenario')
    }
  })
  const ran = useRef(false)
  const runs = data?.running === true
  useEffect(() => {
    if (ran.current && !runs) void invalidate('risk_scenario', 'risk_analysis')
    ran.current = runs
  }, [runs])
  if (!data) return null
  const { running, missing, obsolete, failed, made, removed } = data
  const idle = missing === 0 && obsolete === 0
  return (
    <Row wrap align="center" padY={8} padX={16} edge="below" gap={14} rowGap={6} role="status">
      {running ? (
        <span>{t('generate.running', { count: format.number(row.scenarios ?? 0) })}</span>
      ) : idle ? (
        <Text tone="soft">
          {made === null
            ? t('generate.nothing')
            : [t('generate.done', { count: made }), ...(removed ? [t('generate.removed', { count: removed })] : [])].join(', ')}
        </Text>
      ) : (
        <Button variant={row.scenarios ? 'default' : 'primary'} loading={busy} onClick={() => run()}>
          {missing > 0 ? t('generate.action', { count: missing }) : t('generate.clean', { count: obsolete })}
        </Button>
      )}
      {failed && !running ? <span className={css.bad}>{t('generate.failed')}</span> : null}
    </Row>
  )
}
