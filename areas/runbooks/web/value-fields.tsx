import type { RefObject } from 'react'
import type { MetricAt } from '#areas/metrics/contract/calls.ts'
import { fixed } from '#areas/metrics/web/index.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Occurrence } from './occurrence-api.ts'
import { faultOf, given, useValues, type Given } from './values.ts'
import css from './values.module.css'

interface ValueFieldsProps {
  readonly row: Pick<Occurrence, 'id' | 'metrics'>
  readonly given: Given
  readonly onGive: (given: Given) => void
  /** What the server has refused, by metric. */
  readonly errors?: Readonly<Record<number, string>>
  readonly fields?: RefObject<HTMLDivElement | null>
  /** The key that leads here. */
  readonly letter?: string
}

/** The metric values that an answer takes with it: in the place and period of what is answered. */
export function ValueFields({ row, given: { typed }, onGive, errors = {}, fields, letter }: ValueFieldsProps) {
  const t = useWords('runbooks')
  const { data: metrics, isError, isPaused } = useValues(row)
  if (!row.metrics) return null
  if (!metrics)
    return isError || isPaused ? (
      <Text as="p" tone="soft">
        {t('values.away')}
      </Text>
    ) : (
      <SkeletonRows count={1} />
    )
  const own = metrics.filter(({ may_enter }) => may_enter)
  return (
    <Grid as="section" gap={6} className={css.values}>
      <h3 className={css.title}>
        {t('values.title')} {letter && own.length > 0 ? <Kbd>{letter}</Kbd> : null}
      </h3>
      {own.length === 0 ? (
        <Text as="p" tone="soft">
          {t('values.others')}
        </Text>
      ) : null}
      <Grid ref={fields} gap={8} align="end" className={css.fields}>
        {own.map((metric) => (
          <ValueField
            key={metric.id}
            metric={metric}
            text={typed[metric.id]}
            error={errors[metric.id]}
            onType={(text) => onGive(given(metrics, { ...typed, [metric.id]: text }))}
          />
        ))}
      </Grid>
      <Standing metrics={metrics.filter(({ may_enter }) => !may_enter)} />
    </Grid>
  )
}

interface ValueFieldProps {
  readonly metric: MetricAt
  readonly text: string | undefined
  readonly error: string | undefined
  readonly onType: (text: string) => void
}

function ValueField({ metric, text, error, onType }: ValueFieldProps) {
  const t = useWords('runbooks')
  const language = useLanguage()
  const { name, unit, decimals, minimum, maximum, value } = metric
  const fault = text === undefined ? undefined : faultOf(metric, text)
  const bound = (number: number) => fixed(number, Number.isInteger(number) ? 0 : decimals, language)
  const bounds =
    minimum !== null && maximum !== null
      ? t('values.between', { least: bound(minimum), most: bound(maximum) })
      : minimum !== null
        ? t('values.at_least', { least: bound(minimum) })
        : maximum !== null
          ? t('values.at_most', { most: bound(maximum) })
          : undefined
  return (
    <TextInput
      label={unit ? `${name} (${unit})` : name}
      help={bounds}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={text ?? (value === null ? '' : fixed(value, decimals, language))}
      error={fault ? translate(fault.key, fault.values) : error}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

/** Values as they stand, for whoever gives none of them. */
function Standing({ metrics }: { readonly metrics: readonly MetricAt[] }) {
  const language = useLanguage()
  if (metrics.length === 0) return null
  return (
    <Grid as="dl" gap={4}>
      {metrics.map(({ id, name, unit, value, decimals }) => (
        <Row spread="between" gap={12} key={id}>
          <Text as="dt" tone="soft" breaks>
            {name}
          </Text>
          <Text as="dd" figures oneLine>
            {value === null ? '—' : [fixed(value, decimals, language), unit].filter(Boolean).join('\u00a0')}
          </Text>
        </Row>
      ))}
    </Grid>
  )
}

/** What was measured in the place and period of an occurrence, to be read. */
export function ValuesRead({ row }: { readonly row: Pick<Occurrence, 'id' | 'metrics'> }) {
  const t = useWords('runbooks')
  const { data: metrics } = useValues(row)
  if (!row.metrics) return null
  if (!metrics) return <SkeletonRows count={1} />
  return (
    <Grid as="section" gap={6} className={css.values}>
      <h3 className={css.title}>{t('values.title')}</h3>
      {metrics.length === 0 ? (
        <Text as="p" tone="soft">
          {t('values.others')}
        </Text>
      ) : null}
      <Standing metrics={metrics} />
    </Grid>
  )
}

/** The same in a tab of the occurrence's record. */
export const ValuesTab = ({ row }: { readonly row: Occurrence }) => (
  <Box padY={16} padX={16}>
    <ValuesRead row={row} />
  </Box>
)
