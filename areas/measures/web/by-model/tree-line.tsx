import { ChevronRight } from 'lucide-react'
import { Gain } from '#areas/measures/web/decide/points.tsx'
import { MeasureStatus, type Measure } from '#areas/measures/web/presentation.tsx'
import { useWords } from '#kit/web/i18n/words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Due } from './due-days.ts'
import css from './models-view.module.css'
import type { TreeRow } from './tree-rows.ts'

interface LineProps {
  readonly at: number
  /** The one row in the tab order. */
  readonly stop: boolean
  readonly onFocus: () => void
  /** Points of the group's score still to gain; undefined where there are none, or they are not known yet. */
  readonly points: number | undefined
  /** Whether it is selected, or some of what stands below it; undefined: nothing of it may be decided. */
  readonly chosen: 'all' | 'some' | 'none' | undefined
  readonly onChoose: (chosen: boolean) => void
}

/** A box beside the name; the keyboard, which walks rows alone, has Space. */
function Choose({ name, chosen, onChoose }: Pick<LineProps, 'chosen' | 'onChoose'> & { readonly name: string }) {
  return (
    <Grid as="span" rigid className={css.choose}>
      {chosen === undefined ? null : (
        <Check
          tabIndex={-1}
          aria-label={name}
          checked={chosen === 'all'}
          indeterminate={chosen === 'some'}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
    </Grid>
  )
}

/** A model: its bar over the perimeters, requirements, and what all of it would still bring. */
export function ModelLine({
  at,
  stop,
  onFocus,
  row: { model, open },
  points,
  chosen,
  onChoose,
  onToggle,
}: LineProps & { readonly row: TreeRow & { kind: 'model' }; readonly onToggle: () => void }) {
  const t = useWords('measures')
  const { IMPLEMENTED = 0, SERVED = 0, PLANNED = 0, DISCARDED = 0 } = model.situations
  const inPlace = IMPLEMENTED + SERVED
  return (
    <tr role="row" aria-level={1} aria-expanded={open} tabIndex={stop ? 0 : -1} data-row={at} onFocus={onFocus} onClick={onToggle}>
      <th role="rowheader" scope="row">
        <Row as="span" gap={8} align="center" overflow="clipped" className={css.name}>
          <Choose name={t('models.select_all', { name: model.name ?? model.identifier })} chosen={chosen} onChoose={onChoose} />
          <ChevronRight size={14} aria-hidden className={css.chevron} data-open={open || undefined} />
          <Text tone="quiet" size={12} className={css.identifier}>
            {model.identifier}
          </Text>{' '}
          <span title={model.name ?? undefined}>{model.name}</span>
        </Row>
      </th>
      <td role="gridcell">
        <Row as="span" inline gap={10} align="center" className={css.progress}>
          <svg viewBox={`0 0 ${model.measures} 6`} preserveAspectRatio="none" aria-hidden>
            <rect className={css.track} width={model.measures} height="6" />
            <rect className={css.done} width={inPlace} height="6" />
            <rect className={css.planned} x={inPlace} width={PLANNED} height="6" />
            <rect className={css.off} x={model.measures - DISCARDED} width={DISCARDED} height="6" />
          </svg>
          {t('models.in_place', { count: inPlace, total: model.measures })}
        </Row>
      </td>
      <td role="gridcell">{t('models.requirements', { count: model.requirements })}</td>
      <td role="gridcell">
        <Gain points={points} />
      </td>
    </tr>
  )
}

/** What one perimeter does about it. */
export function MeasureLine({
  at,
  stop,
  onFocus,
  measure,
  points,
  chosen,
  onChoose,
  due,
  current,
  onOpen,
}: LineProps & {
  readonly measure: Measure | undefined
  readonly due: Due | undefined
  readonly current: boolean
  readonly onOpen: () => void
}) {
  const t = useWords('measures')
  const format = useFormat()
  const leader = measure?.manager ?? (measure?.operator?.accepted ? measure.operator.manager : null)
  return (
    <tr
      role="row"
      aria-level={2}
      aria-current={current || undefined}
      aria-selected={chosen === undefined ? undefined : chosen === 'all'}
      tabIndex={stop ? 0 : -1}
      data-row={at}
      data-current={current || undefined}
      onFocus={onFocus}
      onClick={onOpen}
    >
      {measure ? (
        <>
          <th role="rowheader" scope="row">
            <Row as="span" gap={8} align="center" overflow="clipped" className={css.perimeter}>
              <Choose name={t('models.select', { name: `${measure.identifier} ${measure.perimeter?.name ?? ''}` })} chosen={chosen} onChoose={onChoose} />
              <span>{measure.perimeter?.name}</span>
            </Row>
          </th>
          <td role="gridcell">
            <Row as="span" inline gap={6} align="center">
              <MeasureStatus row={measure} brief />
              {due ? (
                <Text as="small" tone="soft" size={12} className={css.due} data-late={due.late || undefined}>
                  {t('models.due', { day: format.date(due.day) })}
                </Text>
              ) : null}
              {measure.operator?.accepted === false ? (
                <Text as="em" tone="warn" size={12} upright>
                  {t('models.offered')}
                </Text>
              ) : null}
            </Row>
          </td>
          <td role="gridcell">
            {leader ? (
              <Row as="span" inline gap={6} align="center">
                <Avatar name={leader.name} /> {leader.name}
              </Row>
            ) : null}
          </td>
          <td role="gridcell">
            <Gain points={points} />
          </td>
        </>
      ) : (
        <td role="gridcell" colSpan={4}>
          <Skeleton height={14} />
        </td>
      )}
    </tr>
  )
}
