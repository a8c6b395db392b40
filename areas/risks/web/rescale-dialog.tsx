import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { scale } from '#areas/scales/contract/scale.ts'
import type { RiskScale } from '#areas/risks/contract/calls.ts'
import type { previewRescale, Rescaling, rescaleRegister, scaleAfter } from '#areas/risks/contract/rescale.ts'
import type { riskRegister } from '#areas/risks/contract/risk-register.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { levelName } from '#kit/contract/level.ts'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { ListedLevel } from '#kit/web/ui/level.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { PlaceSelect } from './place-select.tsx'
import css from './rescale.module.css'

type Register = RowOf<typeof riskRegister>

/** The place that takes over unless somebody says otherwise: ends stay ends, what is between is rounded up. */
const proposed = (from: number, to: number): number[] => Array.from({ length: from }, (_, n) => (from < 2 ? to : 1 + Math.ceil((n * (to - 1)) / (from - 1))))

const useRiskScales = () =>
  useQuery({
    queryKey: ['scale', 'page', 'risk'],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<RowOf<typeof scale>>>(
        '/scale/page',
        { queryParams: { filters: [{ name: 'type', selected_options: ['risk'] }], per_page: 100 }, page: 1 },
        { signal },
      ),
    select: ({ objects }) => objects,
    staleTime: 60_000,
  })

/** Another scale for a register that holds risks: which place takes over from which, and what becomes of the risks, before it is done. */
export function RescaleDialog({ row, onClose }: { readonly row: Register; readonly onClose: () => void }) {
  const t = useWords('risks')
  const scales = useRiskScales()
  const [chosen, setChosen] = useState<number>()
  const [mapping, setMapping] = useState<Rescaling>()
  const both = useQuery({
    queryKey: ['risk_register', row.id, 'rescale', chosen],
    queryFn: ({ signal }) => api.call<typeof scaleAfter>('GET /risk_register/{id}/rescale/{scale}', { params: { id: row.id, scale: chosen ?? 0 }, signal }),
    select: ({ object }) => object,
    enabled: chosen !== undefined,
  }).data
  useEffect(() => {
    if (!both || chosen === undefined) return
    const { from, to, appetite } = both
    setMapping({
      scale: chosen,
      impacts: proposed(from.impacts.length, to.impacts.length),
      probabilities: proposed(from.probabilities.length, to.probabilities.length),
      appetite: to.levels.some(({ value }) => value === appetite) ? appetite : null,
    })
  }, [both, chosen])
  const others = (scales.data ?? []).filter(({ id }) => id !== row.scale?.id)
  const complete = mapping !== undefined && mapping.scale === chosen
  return (
    <FormDialog
      title={t('rescale.title', { name: row.name ?? '' })}
      size="md"
      action={t('rescale.do')}
      complete={complete}
      send={async () => {
        if (!mapping) return undefined
        return (
          await api.call<typeof rescaleRegister>('POST /risk_register/{id}/rescale', { params: { id: row.id }, body: { ...mapping, version: row.version } })
        ).message
      }}
      onClose={onClose}
    >
      <p>{t('rescale.lead')}</p>
      <Select
        label={t('entities.risk_register.fields.scale')}
        required
        value={chosen === undefined ? null : String(chosen)}
        options={others.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
        onChange={(value) => setChosen(value === null ? undefined : Number(value))}
        {...(scales.data && others.length === 0 && { help: t('rescale.no_other') })}
      />
      {complete && both ? (
        <>
          <Side name="impacts" from={both.from} to={both.to} mapping={mapping} onChange={setMapping} />
          <Side name="probabilities" from={both.from} to={both.to} mapping={mapping} onChange={setMapping} />
          <Appetite to={both.to} mapping={mapping} onChange={setMapping} />
          <Preview register={row.id} mapping={mapping} from={both.from} to={both.to} />
        </>
      ) : chosen !== undefined ? (
        <Skeleton height={160} />
      ) : null}
    </FormDialog>
  )
}

interface PartProps {
  readonly to: RiskScale
  readonly mapping: Rescaling
  readonly onChange: (mapping: Rescaling) => void
}

function Side({ name, from, to, mapping, onChange }: PartProps & { readonly name: 'impacts' | 'probabilities'; readonly from: RiskScale }) {
  const t = useWords('risks')
  const language = useLanguage()
  return (
    <Grid as="fieldset" gap={12} rowGap={8} className={css.side}>
      <legend>{t(name === 'impacts' ? 'matrix.impact' : 'matrix.probability')}</legend>
      {from[name].map((place, n) => (
        <PlaceSelect
          key={place.place}
          label={t('matrix.place_name', { place: String(place.place), name: levelName(place, language) })}
          required
          places={to[name]}
          value={mapping[name][n] ?? null}
          onChange={(value) => onChange({ ...mapping, [name]: mapping[name].map((one, at) => (at === n && value !== null ? value : one)) })}
        />
      ))}
    </Grid>
  )
}

function Appetite({ to, mapping, onChange }: PartProps) {
  const t = useWords('risks')
  const language = useLanguage()
  return (
    <Select
      label={t('entities.risk_register.fields.appetite')}
      clearable
      value={mapping.appetite === null ? null : String(mapping.appetite)}
      options={to.levels.map((level) => ({ value: String(level.value), label: `${level.value} ${levelName(level, language)}` }))}
      onChange={(value) => onChange({ ...mapping, appetite: value === null ? null : Number(value) })}
    />
  )
}

/** What moves, worked out by the server as it would be done. */
function Preview({
  register,
  mapping,
  from,
  to,
}: {
  readonly register: number
  readonly mapping: Rescaling
  readonly from: RiskScale
  readonly to: RiskScale
}) {
  const t = useWords('risks')
  const { data, error } = useQuery({
    queryKey: ['risk_register', register, 'rescale', 'preview', mapping],
    queryFn: ({ signal }) => api.call<typeof previewRescale>('POST /risk_register/{id}/rescale_preview', { params: { id: register }, body: mapping, signal }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  if (error) {
    return (
      <Text role="alert" as="p" tone="bad">
        {failureDetails(error)}
      </Text>
    )
  }
  if (!data) return <Skeleton height={80} />
  const badge = (scale: RiskScale, value: number) => <ListedLevel levels={scale.levels} value={value} />
  return (
    <Box
      as="section"
      padY={12}
      padX={12}
      edge="all"
      corner={8}
      fill="subtle"
      className={css.preview}
      aria-label={t('rescale.preview', { count: data.risks })}
      aria-live="polite"
    >
      <h3>{t('rescale.preview', { count: data.risks })}</h3>
      <Row as="ul" wrap gap={16} rowGap={6} above={8} below={8}>
        {data.moves.map((move) => (
          <Row as="li" align="center" gap={4} key={`${move.from} ${move.to}`}>
            <b>{move.count}</b> {badge(from, move.from)} <span aria-label={t('rescale.becomes')}>→</span> {badge(to, move.to)}
          </Row>
        ))}
      </Row>
      <p>{t('rescale.above', { before: String(data.above_before), after: String(data.above_after) })}</p>
      {data.stale > 0 ? <p>{t('rescale.stale', { count: data.stale })}</p> : null}
      {data.requests > 0 ? <p>{t('rescale.requests', { count: data.requests })}</p> : null}
    </Box>
  )
}
